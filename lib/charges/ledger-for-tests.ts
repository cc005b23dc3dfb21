import fc from 'fast-check'
import type { Order } from '../operations/schemas/charge-history'
import { chargeLike, orderLike } from './examples-for-tests'

// Ten thousand orders in six currencies, as the dashboard is given them, and what they are filtered by.

export const digits: Record<string, number> = { EUR: 2, USD: 2, BRL: 2, GBP: 2, JPY: 0, KWD: 3 }
const currencies = Object.keys(digits)
export const families = {
  settled: 'received',
  captured: 'received',
  declined: 'lost',
  failed: 'lost',
  deferred: 'open',
  authorized: 'open',
  chargeback_open: 'other',
} as const
export type Family = (typeof families)[keyof typeof families]

/** Codes of attempts that were lost, and why they were in words. */
export const lostBecause: Record<string, string> = {
  'acqlocal.insufficient_funds': 'insufficient funds, or a limit reached',
  '2104': 'insufficient funds',
  'acqglobal_com.STOLEN_restricted_card': 'card stolen, blocked or restricted',
  '3000': 'code 3000',
  '': 'no reason given',
}

// Beyond what a number holds exactly, now and then.
const units = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 9_999_999 }).map(BigInt) },
  { weight: 1, arbitrary: fc.bigInt({ min: 9_007_199_254_740_993n, max: 9_007_199_254_741_993n }) },
)
const made = fc.record({
  currency: fc.constantFrom(...currencies),
  month: fc.integer({ min: 0, max: 29 }),
  product: fc.constantFrom('Northwind Plus', 'Guest seat', 'extra storage', null),
  type: fc.constantFrom('checkout', 'oneclick', 'autocharge', null),
  discount: fc.constantFrom(null, '0.00', '5.00'),
  coupon: fc.constantFrom(null, '0', '-1.50'),
  asked: units,
  tax: fc.option(fc.integer({ min: -999, max: 99_999 }).map(BigInt), { nil: null }),
  pieces: fc.array(
    fc.record({
      status: fc.constantFrom(...(Object.keys(families) as (keyof typeof families)[])),
      units,
      usd: fc.integer({ min: 1, max: 9_999_999 }).map(BigInt),
      provider: fc.constantFrom('acqlocal', 'acqglobal_com'),
      mid: fc.constantFrom('default', 'second'),
      target: fc.constantFrom('original', 'cascade'),
      code: fc.constantFrom(...Object.keys(lostBecause)),
      card: fc.constantFrom('0119', '4242'),
      // Now and then in another currency than its order, or a month after it.
      own: fc.option(fc.constantFrom(...currencies), { nil: null, freq: 9 }),
      later: fc.constantFrom(0, 0, 0, 0, 1),
    }),
    { maxLength: 3 },
  ),
})
export const count = 10_000
const given = fc.sample(made, { numRuns: count, seed: 20_261_122 })

/** An order as the test knows it, beside the one that the dashboard is given. `index` counts from the oldest. */
export type Known = ReturnType<typeof knownOf>

function knownOf(of: (typeof given)[number], index: number) {
  const month = monthKey(of.month)
  const pieces = of.pieces
    .toSorted((a, b) => a.later - b.later)
    .map(({ own, later, ...piece }) => ({ ...piece, own, currency: own ?? of.currency, month: monthKey(of.month + later) }))
  const clock = (second: number) =>
    `${String(Math.floor(index / 3_600)).padStart(2, '0')}:${sixty(index / 60)}:${sixty(index + second)}`
  const kinds = pieces.map(({ status }) => families[status])
  const state = (['received', 'open', 'other', 'lost'] as const).find((family) => kinds.includes(family)) ?? 'other'
  return {
    ...of,
    pieces,
    id: `o-${String((index * 7_919) % count).padStart(5, '0')}`,
    month,
    kinds,
    state,
    time: `${month}-05 ${clock(0)}`,
    clock,
  }
}

const monthKey = (count: number) => `${2024 + Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
const sixty = (value: number) => String(Math.floor(value) % 60).padStart(2, '0')

export function written(amount: bigint, places: number): string {
  if (amount < 0n) return `-${written(-amount, places)}`
  const text = amount.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** The order as the dashboard is given it. */
export function orderOf(known: Known): Order {
  const places = digits[known.currency] as number
  const charges = known.pieces.map(({ status, units, usd, provider, mid, target, code, card, own, currency, month }, place) =>
    chargeLike({
      status,
      provider,
      mid,
      target,
      code: code || null,
      currency: own,
      amount: written(units, digits[currency] as number),
      amountInUsd: written(usd, 2),
      // Each a second after the one before it, or a month.
      createdAt: `${month}-06 10:00:0${place}`,
      paymentMethod: { type: 'card', data: { brand: 'visa', lastFourDigits: card } },
    }),
  )
  return orderLike(charges, {
    orderId: known.id,
    type: known.type,
    currency: known.currency,
    createdAt: known.time,
    products: known.product === null ? [] : [{ name: known.product }],
    totalPrices: {
      amountWithDiscountAndCouponAndTax: written(known.asked, places),
      tax: known.tax === null ? null : written(known.tax, places),
      discount: known.discount,
      coupon: known.coupon,
    },
  })
}

export const all = given.map(knownOf)

const values = {
  state: ['received', 'declined', 'open', 'other'],
  money: ['received', 'open', 'lost', 'other'],
  month: ['2024-03', '2025-11', '2026-06', '2024-Q4', '2025-Q1'],
  currency: currencies,
  product: ['Northwind Plus', 'Guest seat'],
  provider: ['acqlocal', 'acqglobal_com'],
  status: ['captured', 'authorized'],
  type: ['oneclick', 'autocharge'],
  mid: ['default', 'second'],
  reason: [...new Set(Object.values(lostBecause))],
  has: ['decided', 'approved', 'declined-first', 'recovered', 'discount', 'coupon', 'tax'],
  find: ['o-004', 'EXTRA Storage'],
  from: ['2024-06-05', '2025-02-01'],
  to: ['2025-08-05', '2026-01-31'],
}
const pick = fc.oneof(
  ...Object.entries(values).map(([field, some]) => fc.constantFrom(...some).map((value): FilterValues => ({ [field]: value }))),
)
/** What is in doubt, which only a whole history can say. */
const doubtful = [
  'doubt',
  'twice',
  'declined-after',
  'unknown-status',
  'old-deferred',
  'other-currency',
  'lines-differ',
  'shared-card',
]
/** Each value of each field alone. */
export const everyFilter: FilterValues[] = Object.entries({ ...values, has: [...values.has, ...doubtful] }).flatMap(
  ([field, some]) => some.map((value): FilterValues => ({ [field]: value })),
)
/** Fields that pick the same thing together. */
export const together: FilterValues[] = [
  { provider: 'acqlocal', mid: 'second' },
  { provider: 'acqglobal_com', mid: 'default', reason: 'insufficient funds' },
  { mid: 'second', money: 'received', month: '2025-11' },
  { provider: 'acqlocal', mid: 'default', currency: 'JPY' },
  { reason: 'code 3000', state: 'received', has: 'recovered' },
]
/** Two fields at most, so that most filters leave many orders. */
export const filters = fc.array(pick, { maxLength: 2 }).map((picks): FilterValues => Object.assign({}, ...picks))
export type FilterValues = Partial<Record<keyof typeof values, string>>
