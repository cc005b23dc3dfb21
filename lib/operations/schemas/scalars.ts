import * as z from 'zod/mini'
import { exampleEmail } from '@/lib/core/example-email'
import { currencies, languages } from './codes'

// What we send: strict, and every message says what to do. Each is used by the handlers and by the forms alike.

const anId = 'Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787'
const uuidForm = z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, anId)

/** service-interface, Resources: uuid format, no version promised. service-facts D17: lower case before sending. */
export const uuid = z.string(anId).check(z.trim(), z.toLowerCase(), uuidForm)

/** An id in an address, where a space around it makes it another address. */
export const uuidSegment = z.string(anId).check(z.toLowerCase(), uuidForm)

// The letters that HTML allows before the @, for `/` and `%` occur (service-facts 3.1), and a domain of two labels or more.
const emailForm = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/

export const email = z
  .string('Enter an e-mail address')
  .check(
    z.trim(),
    z.maxLength(254, 'Use 254 characters or fewer'),
    z.regex(emailForm, `Enter an address such as ${exampleEmail}`),
  )

/** A calendar day `Y-m-d`. That it is not in the past is checked where the account's zone is known. */
export const day = z.iso
  .date('Use YYYY-MM-DD for the day')
  .check(z.refine((value) => value < '2100', 'Enter a day before the year 2100'))

/** ISO 3166-1 alpha-2. service-facts D18: sent in upper case. */
export const country = code(/^[A-Z]{2}$/, isCountry, z.toUpperCase(), 'Use a two-letter country code, such as DE')
/** ISO 4217 alphabetic. */
export const currency = code(
  /^[A-Z]{3}$/,
  (value) => currencies.has(value),
  z.toUpperCase(),
  'Use a three-letter currency code, such as EUR',
)
/** ISO 639 set 1. */
export const locale = code(
  /^[a-z]{2}$/,
  (value) => languages.has(value),
  z.toLowerCase(),
  'Use a two-letter language code, such as en',
)

export const keyValues = z.record(z.string(), z.unknown(), 'Enter a name and a value for each entry')

/** Percent; service-interface, Limits. */
export const discount = z
  .number('Enter a percentage from 0.01 to 99.99')
  .check(z.gte(0.01, 'Enter a percentage from 0.01 to 99.99'), z.lte(99.99, 'Enter a percentage from 0.01 to 99.99'))

/** service-facts 2.11: 1 to 32 characters. */
export const couponCode = like(/^[A-Za-z0-9_-]{1,32}$/, 'Use up to 32 letters, digits, - or _ for the coupon')
/** service-facts 2.11: 1 to 64 characters. */
export const productCode = like(/^[A-Z0-9_-]{1,64}$/, 'Use capital letters, digits, - or _ for the product code')
/** service-facts 2.11, D29: a number too long for a JavaScript number, so text from end to end. */
export const sequence = like(/^\d{16,19}$/, 'Enter 16 to 19 digits')

/** One line of at most `most` characters as a person counts them: an emoji is one. */
export const line = (max: number) =>
  z.string('Enter some text').check(
    z.trim(),
    z.refine((value) => [...value].length <= max, `Use ${max} characters or fewer`),
    z.refine((value) => !/\p{Cc}/u.test(value), 'Remove line breaks and control characters'),
  )

/** Text of at least one character after trimming. */
export const filled = (max: number, advice: string) => line(max).check(z.minLength(1, advice))

export const whole = (from: number, to: number) => {
  const advice = `Enter a whole number from ${from} to ${to}`
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

function code(pattern: RegExp, isKnown: (value: string) => boolean, letters: ReturnType<typeof z.toUpperCase>, advice: string) {
  return z.string(advice).check(
    z.trim(),
    letters,
    z.regex(pattern, advice),
    z.refine((value) => !pattern.test(value) || isKnown(value), 'Unknown code'),
  )
}

const judged = new Map<string, boolean>()

/** Looked up once for each code: a list of a million buyers asks for few countries, and each look-up is dear. */
function isCountry(value: string): boolean {
  const known = judged.get(value) ?? isNamed(value)
  judged.set(value, known)
  return known
}

function isNamed(value: string): boolean {
  // A withdrawn code and a nickname such as UK have a name too; the code itself is then another.
  if (Intl.getCanonicalLocales(`und-${value}`)[0] !== `und-${value}`) return false
  return value !== 'ZZ' && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(value) !== undefined
}

/** Which piece of a list is wanted: how many, and after how many. */
export const pageOfList = {
  limit: z.optional(wholeText('Enter how many')),
  offset: z.optional(wholeText('Enter how many to skip')),
}

/** `name[]=a&name[]=b` in the address. */
export const several = <T extends z.ZodMiniType<string>>(item: T) =>
  z.optional(z.array(item).check(z.maxLength(100, 'Use 100 or fewer')))
