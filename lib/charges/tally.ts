import { average, sum } from '@/lib/core/money'
import { isGiven, type MoneyPiece } from './money-pieces'
import { attemptsIn, moneyIn, type OrderDigest } from './order-digest'
import type { ChargeFilter } from './order-filter'
import type { ChargeFamily } from './status'
import type { ChargeSums, CurrencySums, GivenMoney, MoneyGroup } from './sums'

type Families<T> = Record<ChargeFamily, T>
type Currency = {
  totals: Families<MoneyGroup>
  months: Map<string, Families<MoneyGroup>>
  given: Record<'discount' | 'coupon' | 'tax', GivenMoney>
}
type Place = { provider: string; mid: string; attempts: Families<number>; received: Map<string, string> }

/** Sums that grow order by order, so that a history of any length is summed while it is read and nothing of it is held. */
export class Tally {
  private orders = 0
  private readonly currencies = new Map<string, Currency>()
  private readonly attempts = counts()
  private readonly traits = { decided: 0, approved: 0, 'declined-first': 0, recovered: 0, doubt: 0 }
  private readonly declines = new Map<string, number>()
  private readonly places = new Map<string, Place>()

  /** Adds what an order that passes the filter holds of what the filter is about. */
  add(digest: OrderDigest, filter: ChargeFilter): void {
    this.orders += 1
    this.addMoney(moneyIn(digest, filter))
    for (const { family, provider, mid, reason } of attemptsIn(digest, filter)) {
      this.attempts[family] += 1
      this.place(provider, mid).attempts[family] += 1
      if (reason !== null) this.declines.set(reason, (this.declines.get(reason) ?? 0) + 1)
    }
    for (const trait of digest.traits) if (trait in this.traits) this.traits[trait as keyof typeof this.traits] += 1
  }

  sums(): ChargeSums {
    const { decided, approved, recovered, 'declined-first': declinedFirst, doubt: toCheck } = this.traits
    return {
      orders: this.orders,
      attempts: { ...this.attempts },
      decided,
      approved,
      declinedFirst,
      recovered,
      toCheck,
      currencies: [...this.currencies]
        .map(([currency, of]) => sumsOf(currency, of))
        .toSorted((a, b) => b.totals.received.orders - a.totals.received.orders || (a.currency < b.currency ? -1 : 1)),
      declines: [...this.declines].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count),
      places: [...this.places.values()]
        .map((place) => ({ ...place, received: [...place.received].map(([currency, amount]) => ({ currency, amount })) }))
        .toSorted((a, b) => allOf(b.attempts) - allOf(a.attempts)),
    }
  }

  private addMoney(pieces: readonly MoneyPiece[]): void {
    const touched = new Set<MoneyGroup>() // an order counts once in a pile, however many pieces it brings
    for (const piece of pieces) {
      const { totals, months, given } = this.currency(piece.currency)
      for (const kind of ['discount', 'coupon', 'tax'] as const) give(given[kind], piece.given?.[kind])
      const month = months.get(piece.month) ?? families(emptyPile)
      months.set(piece.month, month)
      for (const pile of [totals[piece.family], month[piece.family]]) {
        put(pile, piece)
        if (!touched.has(pile)) pile.orders += 1
        touched.add(pile)
      }
      if (piece.family !== 'received') continue
      const { received } = this.place(piece.provider, piece.mid)
      received.set(piece.currency, sum([received.get(piece.currency) ?? '0', piece.amount]))
    }
  }

  private currency(code: string): Currency {
    const none = (): GivenMoney => ({ amount: null, orders: 0 })
    return kept(this.currencies, code, () => ({
      totals: families(emptyPile),
      months: new Map(),
      given: { discount: none(), coupon: none(), tax: none() },
    }))
  }

  private place(provider: string, mid: string): Place {
    return kept(this.places, JSON.stringify([provider, mid]), () => ({ provider, mid, attempts: counts(), received: new Map() }))
  }
}

function sumsOf(currency: string, { totals, months, given }: Currency): CurrencySums {
  const { amount, orders } = totals.received
  return {
    currency,
    totals,
    ...given,
    average: amount === null ? null : average(amount, orders),
    months: [...months].map(([month, groups]) => ({ month, ...groups })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
  }
}

function put(pile: MoneyGroup, { amount, usd }: MoneyPiece): void {
  pile.amount = sum([pile.amount ?? '0', amount])
  if (usd === null) pile.unpriced += 1
  else pile.usd = sum([pile.usd ?? '0', usd])
}

function give(given: GivenMoney, amount: string | null | undefined): void {
  if (amount == null) return
  given.amount = sum([given.amount ?? '0', amount])
  if (isGiven(amount)) given.orders += 1
}

const emptyPile = (): MoneyGroup => ({ amount: null, usd: null, unpriced: 0, orders: 0 })
const families = <T>(make: () => T): Families<T> => ({ received: make(), open: make(), lost: make(), other: make() })
const counts = () => families(() => 0)
const allOf = (attempts: Families<number>) => attempts.received + attempts.open + attempts.lost + attempts.other

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}
