import type { ChargeFamily } from './status'

/** Money of one family: decimal strings; null where there is none, which is not zero. */
export type MoneyGroup = {
  amount: string | null
  /** The sum of the USD amounts as given. */
  usd: string | null
  /** How many pieces came without a USD amount. */
  unpriced: number
  /** How many orders it is of. */
  orders: number
}

export type GivenMoney = { amount: string | null; orders: number }

/** One currency of a history. Amounts of two currencies are never added. */
export type CurrencySums = {
  /** ISO 4217, or empty where none is named. */
  currency: string
  totals: Record<ChargeFamily, MoneyGroup>
  /** Money received of an order that was paid, rounded half up to the digits of the currency's amounts. */
  average: string | null
  discount: GivenMoney
  coupon: GivenMoney
  tax: GivenMoney
  /** Oldest first; what has no readable time is under the empty month. */
  months: ({ month: string } & Record<ChargeFamily, MoneyGroup>)[]
}

/** Sums over the orders of a history that pass a filter. */
export type ChargeSums = {
  orders: number
  currencies: CurrencySums[]
  attempts: Record<ChargeFamily, number>
  /** Counts of orders: with a decision at all, paid, whose first decision was a decline, and those of them a cascade paid. */
  decided: number
  approved: number
  declinedFirst: number
  recovered: number
  /** How many orders have something to check, however much. */
  toCheck: number
  declines: { reason: string; count: number }[]
  places: {
    provider: string
    mid: string
    attempts: Record<ChargeFamily, number>
    received: { currency: string; amount: string }[]
  }[]
}
