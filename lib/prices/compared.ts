import { formatDay } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import type { Problem } from '@/lib/core/problem'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import { dueNow, type PricedBundle } from './receipt'
import { type Against, againstToday, describeTrial, isTrial, monthsOf, perMonth, type TermPrice, totalOf } from './term-price'
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
  /** Whether it adds to what is paid today, so that it is no other price for the same. */
  adds: boolean
  /** What keeps it from being asked for, in words. */
  wrong?: string | null
  /** "trial of 7 days"; null where it is none. */
  trial: string | null
}

/** What the others are compared with, in one currency. */
export type Reference = TermPrice & { currency: string; isOld: boolean }

/** A price of what is paid today: charged on a day, or asked now. */
export type TodayPrice = Compared & { note: string }

const nothing = {
  problem: null,
  currency: null,
  total: null,
  months: null,
  perMonth: null,
  against: null,
  adds: false,
  trial: null,
}

/** An option's price, against `reference` where both are of one currency. */
export function compared({ outcome, isAsking, isOutdated }: CellView, reference: Reference | null): Compared {
  const state = { isAsking, isOld: isAsking || isOutdated || (reference?.isOld ?? false) }
  if (!outcome) return { ...nothing, ...state }
  if ('problem' in outcome) return { ...nothing, ...state, problem: outcome.problem }
  const { currency, products } = outcome.answer
  const total = totalOf(outcome.bundle)
  const months = monthsOf(outcome.bundle, products)
  const price = total === null || months === null ? null : { amount: total, months }
  return {
    ...state,
    problem: null,
    currency,
    total,
    months,
    perMonth: price && perMonth(price),
    against: price && reference && reference.currency === currency ? againstToday(reference, price) : null,
    adds: false,
    trial: isTrial(outcome.bundle) ? trialOf(outcome.bundle, products) : null,
    ...(outcome.bundle.products.some(({ action }) => isMove(action)) ? { due: dueNow(outcome.bundle) } : {}),
  }
}

/** Of one product alone: of several each may have its own. */
function trialOf({ products: [line, ...others] }: PricedBundle, catalogue: PriceResult['products']): string {
  return (others.length === 0 && line ? describeTrial(catalogue, line.code) : null) ?? 'trial, the service gave no length'
}

/** What was charged last, with its day. */
export function paidPrice(
  { amount, currency, day }: Pick<LastCharge, 'amount' | 'currency' | 'day'>,
  months: number | null,
): TodayPrice {
  return {
    isOld: false,
    isAsking: false,
    problem: null,
    currency,
    total: amount,
    months,
    perMonth: months === null ? null : perMonth({ amount, months }),
    against: null,
    adds: false,
    trial: null,
    note: day === null ? 'last charge' : `paid ${formatDay(day)}`,
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
    note: last === null ? 'priced now' : `priced now, last paid ${describeLast(last)}`,
  }
}

const describeLast = ({ amount, currency, isReduced }: LastCharge) =>
  `${formatAmount(amount)} ${currency}${isReduced ? ' with a discount' : ''}`

/** A price as something to compare with; null where its term or amount isn't known. What is compared with an old one is old, too. */
export const referenceOf = ({ currency, total, months, problem, isOld }: Compared): Reference | null =>
  problem === null && currency !== null && total !== null && months !== null ? { currency, amount: total, months, isOld } : null
