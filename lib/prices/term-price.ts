import { absolute, average, compare, formatAmount, subtract, times } from '@/lib/core/money'
import type { PriceResult } from '../operations/schemas/price-result'
import type { PricedBundle } from './receipt'

/** A price and the months it is for. */
export type TermPrice = { amount: string; months: number }

/** What an option costs against what is paid today, over the option's own term; the amount has no sign. */
export type Against = { way: 'less' | 'more' | 'same'; amount: string; months: number }

export const totalOf = (bundle: PricedBundle): string | null => bundle.totalAmount?.amountWithDiscountsAndCouponsAndTax ?? null

/** Whether a line is sold as a trial, which is shorter than its product's term: the coupon sets its length. */
export const isTrial = ({ products }: PricedBundle): boolean => products.some((line) => line.isTrial === true)

/** How long a trial lasts: "trial of 7 days". The service gives its length for some answers only. */
export function describeTrial(products: PriceResult['products'], code: string | null): string | null {
  const { currentDurationDays: days, durationDays: whole } = products.find((product) => product.code === code) ?? {}
  if (days == null || whole == null || days < 1 || days >= whole) return null
  return `trial of ${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'}`
}

/** Why an option has no term of its own: one of its lines is a trial, isn't told, or lasts longer than another. */
export type NoTerm = 'trial' | 'unknown' | 'differ'

/** How many months an option lasts, by the service's catalogue, or why that can't be said. */
export function termOf(bundle: PricedBundle, catalogue: PriceResult['products']): number | NoTerm {
  if (isTrial(bundle)) return 'trial'
  const terms = new Set(
    bundle.products.map(({ code }) => catalogue.find((product) => product.code === code)?.durationMonths ?? 0),
  )
  const [months = 0] = terms
  if ([...terms].some((term) => term <= 0) || terms.size === 0) return 'unknown'
  return terms.size === 1 ? months : 'differ'
}

/** Why a bundle isn't compared that has no term. */
export const describeNoTerm: Record<NoTerm, string> = {
  trial: 'It isn’t compared, because one of its products is a trial.',
  unknown: 'It isn’t compared, because the service gave no term for one of its products.',
  differ: 'It isn’t compared, because its products have different terms.',
}

/** A month's share of a price, rounded half up to the digits of the price. */
export const perMonth = ({ amount, months }: TermPrice): string | null => average(amount, months)

/** Today's price over the months of the option, less the option's. Rounded once, at the end, where today's term doesn't divide. */
export function againstToday(today: TermPrice, option: TermPrice): Against | null {
  const same = average(times(today.amount, option.months), today.months)
  if (same === null) return null
  const saved = subtract(same, option.amount)
  const way = compare(saved, '0')
  return { way: way > 0 ? 'less' : way < 0 ? 'more' : 'same', amount: absolute(saved), months: option.months }
}

/**
 * The term in a difference. Only twelve months are a year, and a one-month price is said of that month alone; that of a move is of each
 * full month, because the service works out apart what is paid now.
 */
function over(months: number, isMove: boolean): string {
  if (months === 12) return 'a year'
  if (months === 1) return isMove ? 'a month' : 'this month'
  return `in ${months} months`
}

/** What an option costs more, over its own term, than was paid last, where that isn't what it's compared with. */
export type AboveLast = { amount: string; months: number; last: { amount: string; isReduced: boolean; months: number } }

/** "2.01 more this month than they last paid". */
export const describeAboveLast = ({ amount, months }: AboveLast, isMove: boolean): string =>
  `${formatAmount(amount)} more ${over(months, isMove)} than they last paid`

/** "saves 84.00 a year", "50.40 more a year", "same price". */
export function describeSaving({ way, amount, months }: Against, isMove: boolean): string {
  if (way === 'same') return 'same price'
  const words = `${formatAmount(amount)} ${way === 'less' ? '' : 'more '}${over(months, isMove)}`
  return way === 'less' ? `saves ${words}` : words
}
