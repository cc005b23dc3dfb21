import * as z from 'zod/mini'

// What we send: strict, and every message says what to do. Each is used by the handlers and by the forms alike.

const anId = 'Give an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787'
const uuidForm = z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, anId)

/** service-interface, Resources: uuid format, no version promised. service-facts D17: lower case before sending. */
export const uuid = z.string(anId).check(z.trim(), z.toLowerCase(), uuidForm)

/** An id in an address, where a space around it makes it another address. */
export const uuidSegment = z.string(anId).check(z.toLowerCase(), uuidForm)

// The letters that HTML allows before the @, for `/` and `%` occur (service-facts 3.1), and a domain of two labels or more.
const emailForm = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/

export const email = z
  .string('Give an e-mail address')
  .check(z.trim(), z.maxLength(254, 'At most 254 characters'), z.regex(emailForm, 'Give an address such as name@example.test'))

/** A calendar day `Y-m-d`. That it is not in the past is checked where the account's zone is known. */
export const day = z.iso
  .date('Give a day as YYYY-MM-DD')
  .check(z.refine((value) => value < '2100', 'Give a day before the year 2100'))

/** ISO 3166-1 alpha-2. service-facts D18: sent in upper case. */
export const country = code(/^[A-Z]{2}$/, 'region', z.toUpperCase(), 'Give a country as two letters, such as DE')
/** ISO 4217 alphabetic. */
export const currency = code(/^[A-Z]{3}$/, 'currency', z.toUpperCase(), 'Give a currency as three letters, such as EUR')
/** ISO 639 set 1. */
export const locale = code(/^[a-z]{2}$/, 'language', z.toLowerCase(), 'Give a language as two letters, such as en')

export const keyValues = z.record(z.string(), z.unknown(), 'Give names with values')

/** Percent; service-interface, Limits. */
export const discount = z
  .number('Give a percentage from 0.01 to 99.99')
  .check(z.gte(0.01, 'Give a percentage from 0.01 to 99.99'), z.lte(99.99, 'Give a percentage from 0.01 to 99.99'))

/** service-facts 2.11: 1 to 32 characters. */
export const couponCode = like(/^[A-Za-z0-9_-]{1,32}$/, 'Give a coupon of at most 32 letters, digits, - or _')
/** service-facts 2.11: 1 to 64 characters. */
export const productCode = like(/^[A-Z0-9_-]{1,64}$/, 'Give a product code of capital letters, digits, - or _')
/** service-facts 2.11, D29: a number too long for a JavaScript number, so text from end to end. */
export const sequence = like(/^\d{16,19}$/, 'Give 16 to 19 digits')

/** One line of at most `most` characters as a person counts them: an emoji is one. */
export const line = (most: number) =>
  z.string('Give a text').check(
    z.trim(),
    z.refine((value) => [...value].length <= most, `At most ${most} characters`),
    z.refine((value) => !/\p{Cc}/u.test(value), 'Leave out line breaks and control characters'),
  )

/** Text of at least one character after trimming. */
export const filled = (most: number, advice: string) => line(most).check(z.minLength(1, advice))

export const whole = (from: number, to: number) => {
  const advice = `Give a whole number from ${from} to ${to}`
  return z.int(advice).check(z.gte(from, advice), z.lte(to, advice))
}

/** A whole number in a query string. */
export const wholeText = (advice: string) =>
  z.pipe(
    z.string(advice).check(z.regex(/^\d{1,9}$/, advice)),
    z.transform((text: string) => Number(text)),
  )

function like(pattern: RegExp, advice: string) {
  return z.string(advice).check(z.trim(), z.regex(pattern, advice))
}

function code(
  pattern: RegExp,
  type: 'region' | 'currency' | 'language',
  letters: ReturnType<typeof z.toUpperCase>,
  advice: string,
) {
  return z.string(advice).check(
    z.trim(),
    letters,
    z.regex(pattern, advice),
    z.refine((value) => !pattern.test(value) || isKnown(value, type), 'No such code is known'),
  )
}

const meaningless = new Set(['ZZ', 'XXX'])

const judged = new Map<string, boolean>()

/** Looked up once for each code: a list of a million buyers asks for few countries, and each look-up is dear. */
function isKnown(value: string, type: 'region' | 'currency' | 'language'): boolean {
  const code = `${type} ${value}`
  const known = judged.get(code) ?? isNamed(value, type)
  judged.set(code, known)
  return known
}

function isNamed(value: string, type: 'region' | 'currency' | 'language'): boolean {
  const tag = type === 'region' ? `und-${value}` : value
  // A withdrawn code and a nickname such as UK have a name too; the code itself is then another.
  if (type !== 'currency' && Intl.getCanonicalLocales(tag)[0] !== tag) return false
  return !meaningless.has(value) && new Intl.DisplayNames('en', { type, fallback: 'none' }).of(value) !== undefined
}
