import { absolute, compare, formatAmount, subtract } from '@/lib/core/money'
import type { AnswerTo } from '@/lib/operations/query-keys'

type Listed = AnswerTo<'listDowngradeTargets'>['data']

/** A plan that a subscription can be moved down to. `term` is the part of its name that tells how long it lasts, where it has one. */
export type Plan = {
  id: string
  name: string
  term: string | null
  months: number | null
  price: string | null
  monthly: string | null
}

/** A plan as people call it, with its term. */
export const planName = ({ name, term }: Pick<Plan, 'name' | 'term'>): string => (term === null ? name : `${name} ${term}`)

export type PlanGroup = { title: string | null; plans: Plan[] }

/**
 * The plans that the service lists: those of the same term, then shorter ones, the longest first, then longer ones. Where the term now is
 * not known they stay as the service orders them.
 */
export function lowerPlans(products: Listed['products'], monthsNow: number | null): PlanGroup[] {
  const plans = products.map(planOf)
  if (monthsNow === null) return plans.length === 0 ? [] : [{ title: null, plans }]
  const of = (fits: (months: number) => boolean) => plans.filter(({ months }) => months !== null && fits(months))
  const byTerm = (a: Plan, b: Plan) => (b.months ?? 0) - (a.months ?? 0)
  return [
    { title: 'Same term', plans: of((months) => months === monthsNow) },
    { title: 'Shorter terms', plans: of((months) => months < monthsNow).toSorted(byTerm) },
    { title: 'Longer terms', plans: of((months) => months > monthsNow).toSorted((a, b) => byTerm(b, a)) },
    { title: 'Other terms', plans: plans.filter(({ months }) => months === null) },
  ].filter((group) => group.plans.length > 0)
}

function planOf({ id, name, code, durationMonths, prices }: Listed['products'][number]): Plan {
  const full = name ?? code ?? id
  const [, short, term] = /^(.+?) (\d+ (?:day|week|month|year)s?)$/.exec(full) ?? []
  return {
    id,
    name: short ?? full,
    term: term ?? null,
    months: durationMonths,
    price: prices?.amount?.amountWithDiscountAndCouponAndTax ?? null,
    monthly: prices?.monthlyAmount?.amountWithDiscountAndCouponAndTax ?? null,
  }
}

type Price = { amount: string | null; currency: string | null }

/** Between the prices of a year and of a month there is a difference that nobody saves. */
export const isSameTerm = ({ months }: Plan, monthsNow: number | null | undefined): boolean =>
  months !== null && months === monthsNow

/** By how much a price differs from another: `96.00 GBP less`; null where one is not known, or they are of two currencies. */
export function priceDifference(before: Price, after: Price): string | null {
  if (before.amount === null || after.amount === null || before.currency === null || before.currency !== after.currency)
    return null
  const difference = subtract(after.amount, before.amount)
  const sign = compare(difference, '0')
  if (sign === 0) return 'same price'
  return `${formatAmount(absolute(difference))} ${before.currency} ${sign < 0 ? 'less' : 'more'}`
}
