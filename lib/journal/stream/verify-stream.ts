import 'server-only'
import { createReadStream } from 'node:fs'
import { isObject } from '@/lib/core/json'
import { firstHash, hashOf, type JournalRow } from '../crypto'
import { lineOf } from './line'

export type StreamVerdict =
  | { whole: true; first: number; last: number; head: string; doubles: number; cut: number }
  | { whole: false; line: number; why: string }

const longestLine = 16 * 1_024 * 1_024

/**
 * Checks a file of lines as the journal's stream writes them, with nothing beside it: each line is what its entry gives, byte for byte, each
 * hash fits the entry and the one before it, no number is missing, and what was sent twice says the same. The first entry may be any, for
 * files are put aside.
 */
export async function verifyStream(path: string): Promise<StreamVerdict> {
  const walk = new Walk()
  let rest = ''
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const why = walk.next(line)
      if (why !== null) return { whole: false, line: walk.line, why }
    }
    if (rest.length > longestLine) return { whole: false, line: walk.line + 1, why: 'it’s too long for an entry' }
  }
  return walk.end(rest)
}

class Walk {
  line = 0
  private readonly hashes = new Map<number, string>()
  private first = 0
  private last = 0
  private doubles = 0
  private cut = 0
  /** A line without an end that a killed process left: the next one is the same entry, whole. */
  private unfinished: string | null = null

  /** What is wrong with a line, or null. */
  next(text: string): string | null {
    this.line += 1
    const read = entryIn(text)
    if (read === null) return this.leftUnfinished(text)
    const { row, previous } = read
    if (lineOf(row, previous) !== text) return `it isn’t what entry ${row.seq} gives`
    if (hashOf(previous, row) !== row.hash) return `entry ${row.seq} doesn’t match its hash`
    if (this.unfinished !== null && !text.startsWith(this.unfinished)) return 'the line before it is no entry'
    this.unfinished = null
    return this.inOrder(row, previous)
  }

  private leftUnfinished(text: string): string | null {
    if (this.unfinished !== null || text === '') return 'it’s no entry'
    this.unfinished = text
    this.cut += 1
    return null
  }

  private inOrder({ seq, hash }: JournalRow, previous: string): string | null {
    const known = this.hashes.get(seq)
    if (known !== undefined) {
      this.doubles += 1
      return known === hash ? null : `entry ${seq} is there twice and says two things`
    }
    const isFirst = this.hashes.size === 0
    if (isFirst && seq === 1 && previous !== firstHash) return 'entry 1 isn’t the first of its journal'
    if (!isFirst && seq <= this.last) return `entry ${seq} comes after entry ${this.last}`
    if (!isFirst && seq > this.last + 1) return `entry ${this.last + 1} is missing`
    if (!isFirst && this.hashes.get(this.last) !== previous) return `entry ${seq} doesn’t follow entry ${this.last}`
    if (isFirst) this.first = seq
    this.hashes.set(seq, hash)
    this.last = seq
    return null
  }

  /** The last line may be one that is being written. */
  end(rest: string): StreamVerdict {
    const head = this.hashes.get(this.last)
    if (head === undefined) return { whole: false, line: this.line, why: 'there is no entry in the file' }
    if (this.unfinished !== null) return { whole: false, line: this.line, why: 'it’s no entry' }
    const { first, last, doubles, cut } = this
    return { whole: true, first, last, head, doubles, cut: rest === '' ? cut : cut + 1 }
  }
}

function entryIn(text: string): { row: JournalRow; previous: string } | null {
  try {
    const line: unknown = JSON.parse(text)
    if (!isObject(line) || typeof line.raw_data !== 'string' || !isObject(line.unmapped)) return null
    const { hash, previous_hash: previous } = line.unmapped
    const { seq, ...texts }: Partial<JournalRow> = JSON.parse(line.raw_data)
    if (!Number.isSafeInteger(seq) || Number(seq) < 1 || typeof texts.detail !== 'string') return null
    if (Object.values(texts).some((value) => typeof value !== 'string' && value !== null)) return null
    if (typeof hash !== 'string' || typeof previous !== 'string') return null
    return { row: { ...texts, seq, hash } as JournalRow, previous }
  } catch {
    return null
  }
}
