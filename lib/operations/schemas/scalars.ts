import * as z from 'zod/mini'
import { exampleEmail } from '@/lib/core/masking'
import { couponForm, currencyForm, localeForm, productForm, type TextForm, unknownCode, uuidForm } from './forms'

// What we send: strict, and every message says what to do. Each is used by the handlers and by the forms alike.

const uuidPattern = z.regex(uuidForm.pattern, uuidForm.advice)

export const uuid = z.string(uuidForm.advice).check(z.trim(), z.toLowerCase(), uuidPattern)

/** An id in an address, where a space around it makes it another address. */
export const uuidSegment = z.string(uuidForm.advice).check(z.toLowerCase(), uuidPattern)

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
export const country = code({
  pattern: /^[A-Z]{2}$/,
  advice: 'Use a two-letter country code, such as DE',
  letters: 'upper',
  isKnown: isCountry,
})
export const currency = code(currencyForm)
export const locale = code(localeForm)

export const keyValues = z.record(z.string(), z.unknown(), 'Enter a name and a value for each entry')

/** Percent; service-interface, Limits. */
export const discount = z
  .number('Enter a percentage from 0.01 to 99.99')
  .check(z.gte(0.01, 'Enter a percentage from 0.01 to 99.99'), z.lte(99.99, 'Enter a percentage from 0.01 to 99.99'))

export const couponCode = like(couponForm)
export const productCode = like(productForm)
/** service-facts 2.11, D29: a number too long for a JavaScript number, so text from end to end. */
export const sequence = like({ pattern: /^\d{16,19}$/, advice: 'Enter 16 to 19 digits' })

/** One line of at most `most` characters as a person counts them: an emoji is one. */
export const line = (max: number) =>
  z.string('Enter some text').check(
    z.trim(),
    z.refine((value) => [...value].length <= max, `Use ${max} characters or fewer`),
    z.refine((value) => !/\p{Cc}/u.test(value), 'Remove line breaks and control characters'),
  )

/** Text with at least one character that people see. */
export const filled = (max: number, advice: string) =>
  line(max).check(
    z.minLength(1, advice),
    z.refine((value) => value === '' || /[^\s\p{C}]/u.test(value), advice),
  )

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

function like({ pattern, advice }: TextForm) {
  return z.string(advice).check(z.trim(), z.regex(pattern, advice))
}

function code({ pattern, advice, letters, isKnown }: Required<TextForm>) {
  return z.string(advice).check(
    z.trim(),
    letters === 'upper' ? z.toUpperCase() : z.toLowerCase(),
    z.regex(pattern, advice),
    z.refine((value) => !pattern.test(value) || isKnown(value), unknownCode),
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
