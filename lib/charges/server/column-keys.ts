import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { fromOwnJson } from '@/lib/core/json'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { type LedgerColumn, sortKeyOf } from '../ledger'
import type { MoneyFilter } from '../money-pieces'
import { noFilter } from '../order-filter'
import { listOf, type Spool } from './spool'

/** So many orders are looked through before other people’s requests come in between. */
const slice = 25

/** Columns in which many orders say the same. */
const isRepeated = new Set<LedgerColumn>(['product', 'outcome', 'method', 'provider', 'tries'])

/** What the orders of a reading are sorted by in one column. It is made when somebody first sorts, and follows the reading from then on. */
export class ColumnKeys {
  private readonly keys: (string | null)[] = []
  private readonly groups: string[] = []
  private readonly known = new Map<string, string>()
  private advancing: Promise<void> = Promise.resolve()

  constructor(
    private readonly source: { count: number; orders: Spool },
    private readonly column: LedgerColumn,
    /** The money that rows show. */
    private readonly filter: MoneyFilter = noFilter,
  ) {}

  /** How many orders have been looked through. */
  get count(): number {
    return this.keys.length
  }

  /** Looks through what was read since. Stops where it is when the signal says that nobody waits any more. */
  advance(signal?: AbortSignal): Promise<void> {
    this.advancing = this.advancing.catch(() => undefined).then(() => this.scan(this.source.count, signal))
    return this.advancing
  }

  /** Orders by their numbers, which come newest first and stay so where they are equal. What has no key comes last, both ways. */
  sorted(numbers: readonly number[], descending: boolean): number[] {
    const { keys, groups } = this
    const ahead = descending ? 1 : -1
    return numbers.toSorted((a, b) => {
      const [one, other] = [keys[a] ?? null, keys[b] ?? null]
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      if (groups[a] !== groups[b]) return (groups[a] ?? '') < (groups[b] ?? '') ? -1 : 1
      return one === other ? 0 : one < other ? ahead : -ahead
    })
  }

  private async scan(to: number, signal?: AbortSignal): Promise<void> {
    while (this.keys.length < to) {
      signal?.throwIfAborted()
      const from = this.keys.length
      const read = await this.source.orders.read(from, Math.min(to, from + slice))
      for (const order of fromOwnJson<OrderOrUnreadable[]>(listOf(read))) {
        const { group, key } = sortKeyOf(order, this.column, this.filter)
        this.groups.push(this.once(group))
        this.keys.push(key === null || !isRepeated.has(this.column) ? key : this.once(key))
      }
      await setImmediate()
    }
  }

  /** The same text once: few products and cards pay for many orders. */
  private once(key: string): string {
    const known = this.known.get(key)
    if (known !== undefined) return known
    this.known.set(key, key)
    return key
  }
}
