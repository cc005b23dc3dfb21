import fc from 'fast-check'
import type { Order } from '../operations/schemas/charge-history'
import { chargeLike, orderLike } from './examples-for-tests'
import { columnOf, isDescending, type LedgerColumn, type LedgerSort } from './ledger'

// Ten thousand orders in six currencies, and what their rows and sums are by another reckoning than the dashboard's.

export const digits: Record<string, number> = { EUR: 2, USD: 2, BRL: 2, GBP: 2, JPY: 0, KWD: 3 }
const currencies = Object.keys(digits)
const families = {
  settled: 'received',
  captured: 'received',
  declined: 'lost',
  failed: 'lost',
  deferred: 'open',
  authorized: 'open',
  chargeback_open: 'other',
} as const
type Family = (typeof families)[keyof typeof families]

// Beyond what a number holds exactly, now and then.
const units = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 9_999_999 }).map(BigInt) },
  { weight: 1, arbitrary: fc.bigInt({ min: 9_007_199_254_740_993n, max: 9_007_199_254_741_993n }) },
)
const made = fc.record({
  currency: fc.constantFrom(...currencies),
  month: fc.integer({ min: 0, max: 29 }),
  product: fc.constantFrom('Northwind Plus', 'Guest seat', 'extra storage', null),
  asked: units,
  tax: fc.option(fc.integer({ min: -999, max: 99_999 }).map(BigInt), { nil: null }),
  pieces: fc.array(
    fc.record({
      status: fc.constantFrom(...(Object.keys(families) as (keyof typeof families)[])),
      units,
      usd: fc.integer({ min: 1, max: 9_999_999 }).map(BigInt),
      provider: fc.constantFrom('acqlocal', 'acqglobal_com'),
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

function written(amount: bigint, places: number): string {
  if (amount < 0n) return `-${written(-amount, places)}`
  const text = amount.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** The order as the dashboard is given it. */
export function orderOf(known: Known): Order {
  const places = digits[known.currency] as number
  const charges = known.pieces.map(({ status, units, usd, provider, card, own, currency, month }, place) =>
    chargeLike({
      status,
      provider,
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
    currency: known.currency,
    createdAt: known.time,
    products: known.product === null ? [] : [{ name: known.product }],
    totalPrices: {
      amountWithDiscountAndCouponAndTax: written(known.asked, places),
      tax: known.tax === null ? null : written(known.tax, places),
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
  find: ['o-004', 'EXTRA Storage'],
  from: ['2024-06-05', '2025-02-01'],
  to: ['2025-08-05', '2026-01-31'],
}
const pick = fc.oneof(
  ...Object.entries(values).map(([field, some]) => fc.constantFrom(...some).map((value): FilterValues => ({ [field]: value }))),
)
/** Each value of each field alone. */
export const everyFilter: FilterValues[] = Object.entries(values).flatMap(([field, some]) =>
  some.map((value): FilterValues => ({ [field]: value })),
)
/** Two fields at most, so that most filters leave many orders. */
export const filters = fc.array(pick, { maxLength: 2 }).map((picks): FilterValues => Object.assign({}, ...picks))
export type FilterValues = Partial<Record<keyof typeof values, string>>

const inPeriod = (period: string, month: string) =>
  period.includes('Q') ? `${month.slice(0, 4)}-Q${Math.floor((Number(month.slice(5)) - 1) / 3) + 1}` === period : month === period

type Money = { family: Family; currency: string; month: string; units: bigint; usd: bigint; tax: bigint | null }

/** The money of an order that the filter is about. A lost order asks for its money once, and its tax comes with its first receipt. */
export function moneyOf(known: Known, { money, month, currency }: FilterValues): Money[] {
  const isReceipt = (piece: Known['pieces'][number]) => families[piece.status] === 'received' && piece.currency === known.currency
  const taxed = known.pieces.findIndex(isReceipt)
  const pieces = known.pieces.map((piece, place): Money => {
    return { ...piece, family: families[piece.status], tax: place === taxed ? known.tax : null }
  })
  const last = pieces.at(-1)
  const lost = known.state === 'lost' && last ? [{ ...last, units: known.asked, currency: known.currency }] : []
  return [...pieces.filter(({ family }) => family !== 'lost'), ...lost].filter(
    (piece) =>
      (money === undefined || piece.family === money) &&
      (month === undefined || inPeriod(month, piece.month)) &&
      (currency === undefined || piece.currency === currency),
  )
}

const states = { received: 'received', declined: 'lost', open: 'open', other: 'other' } as const

export function shows(known: Known, asked: FilterValues): boolean {
  const day = known.time.slice(0, 10)
  return (
    (asked.state === undefined || states[asked.state as keyof typeof states] === known.state) &&
    (asked.currency === undefined || known.currency === asked.currency || moneyOf(known, asked).length > 0) &&
    (asked.product === undefined || known.product === asked.product) &&
    (asked.provider === undefined || known.pieces.some(({ provider }) => provider === asked.provider)) &&
    (asked.status === undefined || known.pieces.some(({ status }) => status === asked.status)) &&
    (asked.find === undefined || holds(known, asked.find)) &&
    (asked.from === undefined || day >= asked.from) &&
    (asked.to === undefined || day <= asked.to) &&
    ((asked.money === undefined && asked.month === undefined) || moneyOf(known, asked).length > 0)
  )
}

const holds = ({ id, product }: Known, find: string) =>
  id.includes(find) || (product ?? '').toLowerCase().includes(find.toLowerCase())

const add = (amounts: bigint[]) => (amounts.length === 0 ? null : amounts.reduce((sum, each) => sum + each, 0n))
const text = (amount: bigint | null, places: number) => (amount === null ? null : written(amount, places))

/** The sums by another way: whole numbers of the smallest unit, one pass for each question. */
export const expectedSums = (shown: Known[], currency: string, asked: FilterValues) =>
  sumsOf(
    shown.flatMap((known) => moneyOf(known, asked)).filter((piece) => piece.currency === currency),
    currency,
  )

export function sumsOf(pieces: Money[], currency: string) {
  const places = digits[currency] as number
  const of = (wanted: Family) => pieces.filter(({ family }) => family === wanted)
  const money = (wanted: Family) => text(add(of(wanted).map(({ units }) => units)), places)
  return {
    received: money('received'),
    usd: text(add(of('received').map(({ usd }) => usd)), 2),
    open: money('open'),
    lost: money('lost'),
    tax: text(add(pieces.flatMap(({ tax }) => tax ?? [])), places),
  }
}

/** What a row is sorted by: a group that keeps its own order, and a value; null comes last. */
function sortedBy(known: Known, column: LedgerColumn, asked: FilterValues): { group: string; value: string | bigint | null } {
  const left = moneyOf(known, asked)
  const shown = (['received', 'open', 'other', 'lost'] as const).find((each) => left.some(({ family }) => family === each))
  const money = left.filter(({ family }) => family === shown)
  const quoted = known.state === 'received' ? null : known.tax
  const telling = known.pieces.find(({ status }) => families[status] === 'received') ?? known.pieces.at(-1)
  const isOne = new Set(money.map(({ currency }) => currency)).size < 2
  const values: Record<LedgerColumn, string | bigint | null> = {
    when: known.time,
    order: known.id,
    product: known.product?.toLowerCase() ?? null,
    outcome: null,
    method: telling ? `visa ••${telling.card}` : null,
    provider: telling ? telling.provider : null,
    tries: BigInt(known.pieces.length),
    tax: shown === 'received' ? (money.find(({ tax }) => tax !== null)?.tax ?? null) : quoted,
    amount: isOne ? (add(money.map(({ units }) => units)) ?? known.asked) : null,
    usd: isOne ? (add(money.map(({ usd }) => usd)) ?? known.pieces.at(-1)?.usd ?? null) : null,
  }
  const groups = { amount: money[0]?.currency ?? known.currency, tax: known.currency } as Partial<Record<LedgerColumn, string>>
  return { group: groups[column] ?? '', value: values[column] }
}

export function expectedRows(shown: Known[], sort: LedgerSort | null, asked: FilterValues): string[] {
  const newest = shown.toSorted((a, b) => (a.time < b.time ? 1 : -1))
  if (sort === null) return newest.map(({ id }) => id)
  const rows = newest.map((known) => ({ id: known.id, ...sortedBy(known, columnOf(sort), asked) }))
  const way = isDescending(sort) ? -1 : 1
  return rows
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      if (a.group !== b.group) return a.group < b.group ? -1 : 1
      return a.value === b.value ? 0 : a.value < b.value ? -way : way
    })
    .map(({ id }) => id)
}
