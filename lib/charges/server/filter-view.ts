import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { fromOwnJson } from '@/lib/core/json'
import { type OrderDigest, passes } from '../order-digest'
import type { ChargeFilter } from '../order-filter'
import type { ChargeSums } from '../sums'
import { Tally } from '../tally'
import type { ColumnKeys } from './column-keys'
import { GrowableArray } from './growable-array'
import { listOf, type Spool } from './spool'

/** What a view needs of the reading it is of. */
type Source = { count: number; orders: Spool; digests: Spool; times: GrowableArray; places: GrowableArray }

/** So many digests are looked through before other people’s requests come in between: about what a `Pace` allows. */
const slice = 50

/**
 * Sums of what passes and of everything as of one moment of the reading; only somebody else's request may have moved on the other meanwhile, so
 * the first is never further than it.
 */
export async function sumsOfBoth(
  view: Pick<FilterView, 'advance' | 'sums'>,
  all: Pick<FilterView, 'advance' | 'sums'>,
  signal?: AbortSignal,
): Promise<{ sums: ChargeSums; whole: ChargeSums }> {
  const read = await view.advance(signal)
  const sums = structuredClone(view.sums())
  await all.advance(signal, read)
  return { sums, whole: all.sums() }
}

/** The orders of a reading that pass a filter, newest first, and their sums. It follows the reading when it is asked to. */
export class FilterView {
  private readonly matches = new GrowableArray()
  private readonly tally = new Tally()
  private scanned = 0
  private advancing: Promise<void> = Promise.resolve()
  /** The matches in the order that was asked for last, and what it was made of. */
  private sorted: { of: (ColumnKeys | number | boolean)[]; numbers: number[] } | null = null

  constructor(
    private readonly source: Source,
    private readonly filter: ChargeFilter,
  ) {}

  get found(): number {
    return this.matches.length
  }

  /** Looks through what was read since, or its first `to` orders. Resolves to how many it has seen. Stops where it is when the signal says that nobody waits any more. */
  advance(signal?: AbortSignal, to?: number): Promise<number> {
    this.advancing = this.advancing.catch(() => undefined).then(() => this.scan(to ?? this.source.count, signal))
    return this.advancing.then(() => this.scanned)
  }

  sums(): ChargeSums {
    return this.tally.sums()
  }

  /** The JSON of the orders from one place in the list on, as a list: newest first, or by the keys of a column that are as far as this. */
  async rows(offset: number, limit: number, by: { keys: ColumnKeys; descending: boolean } | null = null): Promise<string> {
    const shown = by ? this.sortedBy(by).slice(offset, offset + limit) : this.matches.slice(offset, offset + limit)
    const pieces = await Promise.all(shown.map((at) => this.source.orders.read(at, at + 1)))
    return listOf(Buffer.concat(pieces))
  }

  private sortedBy({ keys, descending }: { keys: ColumnKeys; descending: boolean }): number[] {
    const of = [keys, keys.count, this.found, descending]
    if (this.sorted?.of.every((part, index) => part === of[index])) return this.sorted.numbers
    const numbers = keys.sorted(this.matches.slice(0, this.found), descending)
    this.sorted = { of, numbers }
    return numbers
  }

  private async scan(to: number, signal?: AbortSignal): Promise<void> {
    while (this.scanned < to) {
      signal?.throwIfAborted()
      const from = this.scanned
      const end = Math.min(to, from + slice)
      const digests = fromOwnJson<OrderDigest[]>(listOf(await this.source.digests.read(from, end)))
      digests.forEach((digest, index) => {
        if (!passes(digest, this.filter)) return
        this.tally.add(digest, this.filter)
        this.matches.insert(this.placeFor(from + index), from + index)
      })
      this.scanned = end
      await setImmediate()
    }
  }

  /** Where an order belongs: after all that are newer. Nearly always that is one of the two ends. */
  private placeFor(order: number): number {
    const { times, places } = this.source
    const isNewer = (other: number) =>
      times.at(other) === times.at(order) ? places.at(other) < places.at(order) : times.at(other) > times.at(order)
    let low = 0
    let high = this.matches.length
    if (high === 0 || isNewer(this.matches.at(high - 1))) return high
    while (low < high) {
      const middle = (low + high) >> 1
      if (isNewer(this.matches.at(middle))) low = middle + 1
      else high = middle
    }
    return low
  }
}
