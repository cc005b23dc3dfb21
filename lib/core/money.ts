// Money is a decimal string from the wire to the screen. Sums are exact: they are made of whole numbers without a limit, and no amount
// ever becomes a JavaScript number.

export type Money = { currency: string; amount: string }

/** The sum of decimal strings, with as many fraction digits as the longest of them; `0` for none. */
export function sum(amounts: Iterable<string>): string {
  let total = 0n
  let digits = 0
  for (const amount of amounts) {
    const longer = fractionDigits(amount) - digits
    if (longer > 0) total *= 10n ** BigInt(longer)
    digits = Math.max(digits, fractionDigits(amount))
    total += units(amount, digits)
  }
  return written(total, digits)
}

/** `from` less `amount`, with the fraction digits of the longer. */
export function subtract(from: string, amount: string): string {
  const digits = digitsOfBoth(from, amount)
  return written(units(from, digits) - units(amount, digits), digits)
}

/** `amount` so many times over, with its fraction digits. */
export function times(amount: string, count: number): string {
  return written(units(amount) * BigInt(count), fractionDigits(amount))
}

/** `total` shared by so many, rounded half up to the fraction digits of `total`; null for none. */
export function average(total: string, count: number): string | null {
  return count === 0 ? null : written(divided(units(total), BigInt(count)), fractionDigits(total))
}

/** `part` of `whole` in percent with one fraction digit, half up, of two counts; null of nothing. */
export function percentOf(part: number, whole: number): string | null {
  return whole === 0 ? null : written(divided(1000n * BigInt(part), BigInt(whole)), 1)
}

/** Under so many cases a share in percent says more than is known. */
export const fewestForShare = 30

/** Negative, zero or positive as `a` is less than, equal to or more than `b`; `1.50` equals `1.5`. */
export function compare(a: string, b: string): number {
  const digits = digitsOfBoth(a, b)
  const more = units(a, digits) - units(b, digits)
  return more > 0n ? 1 : more < 0n ? -1 : 0
}

/** The amount without its sign. */
export function absolute(amount: string): string {
  return amount.replace(/^-/, '')
}

/** Whether a typed percentage is one the service takes: 0.01 to 99.99, two fraction digits at most (service-interface, Limits). */
export function isDiscount(text: string): boolean {
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) && compare(text, '0.01') >= 0
}

/**
 * A typed decimal as the number that JSON wants, where the wire has a number for it (`discount`, `customPrice`); null where a number
 * would not be written with the same digits.
 */
export function wireNumber(text: string): number | null {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) return null
  const number = Number(text)
  return compare(String(number), text) === 0 ? number : null
}

/** Sums keyed by currency in the order of first sight: amounts of two currencies are never added. */
export function sumByCurrency(items: Iterable<Money>): Map<string, string> {
  const sums = new Map<string, string>()
  for (const { currency, amount } of items) sums.set(currency, sum([sums.get(currency) ?? '0', amount]))
  return sums
}

/** The amount with so many fraction digits, which may not be fewer than it has. */
export const withDigits = (amount: string, digits: number) => written(units(amount, digits), digits)

/** An amount grouped for reading, every digit kept: `1234567.50` is `1,234,567.50`. */
export function formatAmount(amount: string): string {
  const digits = fractionDigits(amount)
  // Intl promises 20 fraction digits everywhere; beyond that the amount is shown as it came rather than rounded.
  if (digits > 20) return amount
  return formatter(digits).format(amount as Intl.StringNumericLiteral) // the exact path: a string is not turned into a number
}

/** The share of `part` in `whole` from 0 to 1, for the height of a bar and nothing else. */
export function share(part: string, whole: string): number {
  const digits = digitsOfBoth(part, whole)
  const all = units(whole, digits)
  return all <= 0n ? 0 : Number(divided(10_000n * units(part, digits), all)) / 10_000
}

const roundSteps = [12n, 15n, 20n, 30n, 40n, 50n, 60n, 80n, 100n]

/** The middle and the end of an axis for amounts up to `most`: the next round decimal, `150` of `124.40`; `0` and `1` of nothing. */
export function axisOf(highest: string): { middle: string; end: string } {
  const digits = fractionDigits(highest) + 2 // so that half of it and its steps are whole units
  const all = units(highest, digits)
  if (all <= 0n) return { middle: '0.5', end: '1' }
  const power = 10n ** BigInt(String(all).length - 2)
  const end = roundSteps.map((step) => step * power).find((step) => step >= all) ?? all
  return { middle: bare(written(end / 2n, digits)), end: bare(written(end, digits)) }
}

/** An amount with fraction digits without the zeros at its end, which say nothing. */
const bare = (amount: string) => amount.replace(/\.?0+$/, '')

/** The fraction digits of a decimal as it is written: 2 of `1.50`. */
export function fractionDigits(amount: string): number {
  const point = amount.indexOf('.')
  return point === -1 ? 0 : amount.length - point - 1
}

/** A decimal as whole units of its last fraction digit, or of one further behind: `1.50` is 150, and 1500 with three digits. */
function units(decimal: string, digits = fractionDigits(decimal)): bigint {
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) throw new TypeError('Money is a decimal')
  return BigInt(decimal.replace('.', '')) * 10n ** BigInt(digits - fractionDigits(decimal))
}

function written(amount: bigint, digits: number): string {
  const text = String(magnitude(amount)).padStart(digits + 1, '0')
  const point = text.length - digits
  return `${amount < 0n ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`
}

/** Rounded half up, away from zero. */
function divided(amount: bigint, by: bigint): bigint {
  const rounded = (2n * magnitude(amount) + by) / (2n * by)
  return amount < 0n ? -rounded : rounded
}

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount)

const digitsOfBoth = (a: string, b: string) => Math.max(fractionDigits(a), fractionDigits(b))

const formatters = new Map<number, Intl.NumberFormat>()

function formatter(digits: number): Intl.NumberFormat {
  const known = formatters.get(digits)
  if (known) return known
  const made = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formatters.set(digits, made)
  return made
}
