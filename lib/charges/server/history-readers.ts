import 'server-only'
import { idleMs } from '@/lib/people/server/sessions'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { HistoryReader } from './history-reader'
import type { BuyerOf } from './order-source'

/** How old a finished reading may be for somebody who opens the page anew. */
const freshMs = 60_000
const maxReadings = 12
const maxBytes = 1024 * 1024 * 1024
const tidyEveryMs = 60_000

export type Joining = 'again' | 'opens' | 'follows'

/** The readings that are kept, by who reads what. Bounded: what nobody used longest goes first, and what is idle as long as a session may be. */
class HistoryReaders {
  private readonly kept = new Map<string, Promise<HistoryReader>>()

  constructor() {
    setInterval(() => void this.tidy(), tidyEveryMs).unref()
  }

  /**
   * The reading of this session of this buyer, watched from now on. `again` begins a new one unless one is under way; `opens` does so
   * where what is kept is not fresh any more. `follows` names the reading whose answers are asked for: where another copy of the dashboard
   * has it, this one reads the history itself, and stands in for it from then on.
   */
  async join(
    about: BuyerOf,
    signal: AbortSignal,
    how: Joining,
    of?: string,
  ): Promise<{ reading: HistoryReader; release: () => void }> {
    const key = `${about.person.sessionId} ${about.merchant.code} ${about.buyerId}`
    for (;;) {
      const begun = this.kept.get(key)
      const known = await begun?.catch(() => undefined)
      if (this.kept.get(key) !== begun) continue // somebody else has begun one while this waited
      if (known && canReuse(known, how, of)) return { reading: known, release: known.watch(signal) }
      const beginning = HistoryReader.begin(about, standInFor(known, of))
      this.kept.set(key, beginning)
      if (known) this.discard(known)
      const reading = await beginning
      const release = reading.watch(signal)
      void this.tidy()
      return { reading, release }
    }
  }

  private async tidy(): Promise<void> {
    const readings: [string, HistoryReader][] = []
    for (const [key, begun] of this.kept) {
      const reading = await begun.catch(() => null)
      if (reading === null) this.kept.delete(key)
      else readings.push([key, reading])
    }
    const now = Date.now()
    let bytes = readings.reduce((sum, [, reading]) => sum + reading.bytes, 0)
    let count = readings.length
    for (const [key, reading] of readings.toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed)) {
      const isTooMuch = bytes > maxBytes || count > maxReadings
      if (reading.isWatched || (!isTooMuch && now - reading.lastUsed < idleMs)) continue
      this.kept.delete(key)
      bytes -= reading.bytes
      count -= 1
      this.discard(reading)
    }
  }

  private discard(reading: HistoryReader): void {
    reading.close().catch((cause: unknown) => log.error({ err: cause }, 'history_not_closed'))
  }
}

/** What is read later may stand in for all that was read before. */
function standInFor(before: HistoryReader | undefined, of: string | undefined): { ids: Set<string>; follows: boolean } {
  const ids = new Set([...(before?.standsInFor ?? []), ...(before ? [before.id] : []), ...(of === undefined ? [] : [of])])
  return { ids, follows: of !== undefined }
}

function canReuse(reading: HistoryReader, how: Joining, of: string | undefined): boolean {
  if (reading.isClosed) return false
  if (of !== undefined && reading.id !== of && !reading.standsInFor.has(of)) return false
  if (reading.state === 'reading') return true
  if (reading.state === 'left') return false
  if (how === 'follows') return true
  return how === 'opens' && reading.state === 'done' && Date.now() - reading.progress().asOf < freshMs
}

export const historyReaders = () => singleton('history-readings', () => new HistoryReaders())

/** For so long the browser may take to ask for a reading that the page has begun. */
const begunForMs = 10_000

/** Begins the reading that a page will ask for, while the browser loads the page. What goes wrong is told to who asks. */
export function beginReading(about: BuyerOf): void {
  historyReaders()
    .join(about, AbortSignal.timeout(begunForMs), 'opens')
    .catch(() => undefined)
}
