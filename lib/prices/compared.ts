import { formatDay } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import type { Problem } from '@/lib/core/problem'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import type { Bearing } from './bearing'
import { dueNow, type PricedBundle } from './receipt'
import {
  type AboveLast,
  type Against,
  againstToday,
  describeTrial,
  isTrial,
  type NoTerm,
  perMonth,
  type TermPrice,
  termOf,
  totalOf,
} from './term-price'
import type { LastCharge } from './today'
import { isMove } from './workbench'

/** How a cell came out: the bundle within the answer it came in, or why not. */
export type CellOutcome = { bundle: PricedBundle; answer: PriceResult } | { problem: Problem }

/** A price in its place: the last outcome, and whether it is still that of what is on screen. */
export type CellView = { outcome: CellOutcome | undefined; isAsking: boolean; isOutdated: boolean }

/** A price with what it means beside the others; nulls are what the service didn't say or what can't be compared. */
export type Compared = {
  isOld: boolean
  isAsking: boolean
  problem: Problem | null
  currency: string | null
  /** The price of its term. */
  total: string | null
  /** What moving to it costs now, by the service's own figure; undefined where nothing is moved. */
  due?: string | null
  months: number | null
  perMonth: string | null
  against: Against | null
  /** Whether `against` is another option, not what they pay today. */
  againstOption: boolean
  /** What it is above the last payment, where renewing now is compared with, which they never paid. */
  aboveLast: AboveLast | null
  /** What it does to what is paid today; null where that isn't compared with. */
  bearing: Bearing | null
  /** Why it has no term; null where it has one, or no price. */
  noTerm: NoTerm | null
  /** What keeps it from being asked for, in words. */
  wrong?: string | null
  /** "trial of 7 days"; null where it is none. */
  trial: string | null
}

/** What the others are compared with, in one currency. */
export type Reference = TermPrice & { currency: string; isOld: boolean; last?: LastCharge | null }

/** A price of what is paid today: charged on a day, or asked now. `last` is the charge that such a price differs from. */
export type TodayPrice = Compared & { note: string; last: LastCharge | null }

const nothing = {
  problem: null,
  currency: null,
  total: null,
  months: null,
  perMonth: null,
  against: null,
  againstOption: false,
  aboveLast: null,
  bearing: null,
  noTerm: null,
  trial: null,
}

/**
 * An option's price, against `reference` where both are of one currency. `paid` is what they paid last and its term, where `reference` is
 * something else.
 */
export function compared(
  { outcome, isAsking, isOutdated }: CellView,
  reference: Reference | null,
  paid: Reference | null = reference,
): Compared {
  const state = { isAsking, isOld: isAsking || isOutdated || (reference?.isOld ?? false) }
  if (!outcome) return { ...nothing, ...state }
  if ('problem' in outcome) return { ...nothing, ...state, problem: outcome.problem }
  const { currency, products } = outcome.answer
  const total = totalOf(outcome.bundle)
  const term = termOf(outcome.bundle, products)
  const months = typeof term === 'number' ? term : null
  const price = total === null || months === null ? null : { amount: total, months }
  const other = reference && reference.currency === currency ? reference : null
  return {
    ...nothing,
    ...state,
    currency,
    total,
    months,
    perMonth: price && perMonth(price),
    against: price && other && againstToday(other, price),
    againstOption: paid !== reference,
    aboveLast: price && paid && paid.currency === currency ? aboveLast(paid, price) : null,
    noTerm: typeof term === 'number' ? null : term,
    trial: isTrial(outcome.bundle) ? trialOf(outcome.bundle, products) : null,
    ...(outcome.bundle.products.some(({ action }) => isMove(action)) ? { due: dueNow(outcome.bundle) } : {}),
  }
}

function aboveLast({ last = null, months }: Reference, price: TermPrice): AboveLast | null {
  const against = last && againstToday({ amount: last.amount, months }, price)
  if (!last || against?.way !== 'more') return null
  return { amount: against.amount, months: price.months, last: { amount: last.amount, isReduced: last.isReduced, months } }
}

/** Of one product alone: of several each may have its own. */
function trialOf({ products: [line, ...others] }: PricedBundle, catalogue: PriceResult['products']): string {
  return (others.length === 0 && line ? describeTrial(catalogue, line.code) : null) ?? 'trial, the service gave no length'
}

/** What was charged last, with its day. */
export function paidPrice(
  { amount, currency, day, isReduced }: Omit<LastCharge, 'isRenewal'>,
  months: number | null,
): TodayPrice {
  const when = day === null ? 'last charge' : `paid ${formatDay(day)}`
  return {
    ...nothing,
    isOld: false,
    isAsking: false,
    currency,
    total: amount,
    months,
    perMonth: months === null ? null : perMonth({ amount, months }),
    note: `${when}${isReduced ? ' with a discount' : ''}`,
    last: null,
  }
}

/** What the same product costs now, and said to be that, with the charge that doesn't say what renewing costs. */
export const pricedNow = (view: CellView, months: number | null, last: LastCharge | null = null): TodayPrice => {
  const price = compared(view, null)
  const term = price.months ?? months
  return {
    ...price,
    months: term,
    perMonth: price.total === null || term === null ? null : perMonth({ amount: price.total, months: term }),
    note: last === null ? 'priced now' : `priced now, last paid ${describeLast(last, last.currency)}`,
    last,
  }
}

/** "36.11 EUR with a discount". */
export const describeLast = ({ amount, isReduced }: Pick<AboveLast['last'], 'amount' | 'isReduced'>, currency: string | null) =>
  `${[formatAmount(amount), currency].filter(Boolean).join(' ')}${isReduced ? ' with a discount' : ''}`

/** A price as something to compare with; null where its term or amount isn't known. What is compared with an old one is old, too. */
export const referenceOf = (price: Compared | TodayPrice): Reference | null => {
  const { currency, total, months, problem, isOld } = price
  if (problem !== null || currency === null || total === null || months === null) return null
  return { currency, amount: total, months, isOld, last: 'last' in price ? price.last : null }
}
