import Big from 'big.js'

// Money is a decimal string from the wire to the screen. Sums are exact, and no amount ever becomes a JavaScript number.

export type Money = { currency: string; amount: string }

/** The sum of decimal strings, with as many fraction digits as the longest of them; `0` for none. */
export function sum(amounts: Iterable<string>): string {
  let total = new Big(0)
  let digits = 0
  for (const amount of amounts) {
    total = total.plus(amount)
    digits = Math.max(digits, fractionDigits(amount))
  }
  return total.toFixed(digits)
}

/** `from` less `amount`, with the fraction digits of the longer. */
export function subtract(from: string, amount: string): string {
  return new Big(from).minus(amount).toFixed(Math.max(fractionDigits(from), fractionDigits(amount)))
}

/** `amount` so many times over, with its fraction digits. */
export function times(amount: string, count: number): string {
  return new Big(amount).times(count).toFixed(fractionDigits(amount))
}

/** `total` shared by so many, rounded half up to the fraction digits of `total`; null for none. */
export function average(total: string, count: number): string | null {
  return count === 0 ? null : new Big(total).div(count).toFixed(fractionDigits(total), Big.roundHalfUp)
}

/** `part` of `whole` in percent with one fraction digit, half up, of two counts; null of nothing. */
export function percentOf(part: number, whole: number): string | null {
  return whole === 0 ? null : new Big(part).times(100).div(whole).toFixed(1, Big.roundHalfUp)
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`; `1.50` equals `1.5`. */
export function compare(a: string, b: string): number {
  return new Big(a).cmp(b)
}

/** By how much `amount` is more than `from`, in percent with one fraction digit, half up; null where `from` is zero. */
export function percentChange(from: string, amount: string): string | null {
  const base = new Big(from)
  return base.eq(0) ? null : new Big(amount).minus(base).times(100).div(base.abs()).toFixed(1, Big.roundHalfUp)
}

/** The amount without its sign. */
export function absolute(amount: string): string {
  return amount.replace(/^-/, '')
}

/** Whether a typed percentage is one the service takes: 0.01 to 99.99, two fraction digits at most (service-interface, Limits). */
export function isDiscount(text: string): boolean {
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) && new Big(text).gte('0.01')
}

/**
 * A typed decimal as the number that JSON wants, where the wire has a number for it (`discount`, `customPrice`); null where a number
 * would not be written with the same digits.
 */
export function wireNumber(text: string): number | null {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) return null
  const exact = new Big(text)
  const number = exact.toNumber()
  return new Big(String(number)).eq(exact) ? number : null
}

/** Sums keyed by currency in the order of first sight: amounts of two currencies are never added. */
export function sumByCurrency(items: Iterable<Money>): Map<string, string> {
  const sums = new Map<string, string>()
  for (const { currency, amount } of items) sums.set(currency, sum([sums.get(currency) ?? '0', amount]))
  return sums
}

/** An amount grouped for reading, every digit kept: `1234567.50` is `1,234,567.50`. */
export function formatAmount(amount: string): string {
  const digits = fractionDigits(amount)
  // Intl promises 20 fraction digits everywhere; beyond that the amount is shown as it came rather than rounded.
  if (digits > 20) return amount
  return formatter(digits).format(amount as Intl.StringNumericLiteral) // the exact path: a string is not turned into a number
}

/** The share of `part` in `whole` from 0 to 1, for the height of a bar and nothing else. */
export function share(part: string, whole: string): number {
  const all = new Big(whole)
  return all.lte(0) ? 0 : new Big(part).div(all).round(4).toNumber()
}

/** The fraction digits of a decimal as it is written: 2 of `1.50`. */
export function fractionDigits(amount: string): number {
  const point = amount.indexOf('.')
  return point === -1 ? 0 : amount.length - point - 1
}

const formatters = new Map<number, Intl.NumberFormat>()

function formatter(digits: number): Intl.NumberFormat {
  const known = formatters.get(digits)
  if (known) return known
  const made = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formatters.set(digits, made)
  return made
}
