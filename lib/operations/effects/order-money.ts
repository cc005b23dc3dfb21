import { serviceTime } from '@/lib/core/dates'
import type { Charge, Order } from '../schemas/charge-history'
import { type ChargeFamily, familyOfCharge } from './facts'

/** The currency a charge's amount is in: its own where it says one, otherwise the order's; empty where neither does. */
export const currencyOf = (charge: Charge, order: Order) => charge.currency ?? order.currency ?? ''

/**
 * The charges of one order as they followed each other (service-facts 2.7).
 * A declined original and its cascade may carry the very same second, so ties put an original before a cascade,
 * and what is still open before what was declined before what was settled: a voucher never comes between the two.
 */
export const inOrder = (charges: readonly Charge[]): Charge[] =>
  charges.toSorted((a, b) => byTime(a, b) || targetRank(a) - targetRank(b) || familyRank(a) - familyRank(b))

function byTime(a: Charge, b: Charge): number {
  const one = wallClock(a)
  const other = wallClock(b)
  return one < other ? -1 : one > other ? 1 : 0
}

// Without a time an attempt goes last; the tilde sorts after every digit.
function wallClock({ createdAt }: Charge): string {
  const read = serviceTime(createdAt)
  return read ? `${read.day} ${read.time}` : '~'
}

const targetRank = ({ target }: Charge) => (target === 'original' ? 0 : target === 'cascade' ? 2 : 1)

const familyRanks: Record<ChargeFamily, number> = { open: 0, other: 1, lost: 2, received: 3 }
const familyRank = (charge: Charge) => familyRanks[familyOfCharge(charge)]

/** The first receipt in the order's own currency: only there its tax can be told. Undefined where it received none in that. */
export const firstReceipt = (order: Order, received: readonly Charge[]): Charge | undefined =>
  received.find((charge) => currencyOf(charge, order) === (order.currency ?? ''))

export type Asked = { amount: string | null; currency: string | null; usd: string | null }

/**
 * What was asked for an order: its total in its own currency as given, or what its last attempt asked, in that one's; null where neither is
 * known. It's what is lost where the order was.
 */
export function askedFor({ totalPrices, currency }: Order, last: Charge | undefined): Asked {
  const total = totalPrices?.amountWithDiscountAndCouponAndTax ?? null
  const usd = totalPrices?.amountWithDiscountAndCouponAndTaxInUsd ?? last?.amountInUsd ?? null
  if (total !== null) return { amount: total, currency, usd }
  return { amount: last?.amount ?? null, currency: last?.currency ?? currency, usd }
}
