import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, endless, never, PostTaker, reset, statusOf } from '@/lib/testing/post-taker'

/** What the journal's stream posts to. */
export class Collector extends PostTaker {
  readonly lines: string[] = []
  readonly batches: number[] = []
  readonly headers: IncomingHttpHeaders[] = []

  constructor() {
    super(answers.taken)
  }

  protected keep(text: string, headers: IncomingHttpHeaders): void {
    const lines = text.split('\n')
    if (lines.pop() !== '') throw new Error('A batch doesn’t end with its last line')
    this.lines.push(...lines)
    this.batches.push(lines.length)
    this.headers.push(headers)
  }

  seqs(): number[] {
    return this.lines.map((line) => (JSON.parse(line) as { metadata: { sequence: number } }).metadata.sequence)
  }

  /** What is wrong with all that came: numbers that are missing, first arrivals out of order, doubles that differ. */
  faults(count: number): string[] {
    const first = new Map<number, string>()
    const faults: string[] = []
    for (const [at, seq] of this.seqs().entries()) {
      const line = this.lines[at] ?? ''
      const known = first.get(seq)
      if (known === undefined && seq !== first.size + 1) faults.push(`entry ${seq} came when ${first.size} were there`)
      if (known !== undefined && known !== line) faults.push(`entry ${seq} came twice and differs`)
      if (known === undefined) first.set(seq, line)
    }
    return first.size === count ? faults : [...faults, `${first.size} of ${count} entries came`]
  }
}

const taken: Answer = (response) => void response.end()
const closed: Answer = (_, request) => void request.socket.end()
const garbage: Answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"error": \u0000')
const slow =
  (ms: number): Answer =>
  (response) =>
    void setTimeout(() => response.end(), ms)

export const answers = { taken, status: statusOf, reset, closed, garbage, endless, slow, never }
