import * as z from 'zod/mini'
import { oneId } from '@/lib/core/fold'
import { isObject } from '@/lib/core/json'

// What we read: the service's documents disagree with themselves (service-facts, D1 to D71), so a field that is missing,
// null or of a neighbouring type must not cost a person the rest of the page. Only what nothing can be said without is required.

const reading = <T>(read: (value: unknown) => T) => z.pipe(z.optional(z.unknown()), z.transform(read))

function scalar(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return isExact(value) ? String(value) : null
  return typeof value === 'boolean' ? String(value) : null
}

// A longer whole number has lost digits before anybody could look (D29), and a wrong one is worse than none.
const isExact = (value: number) => Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
const exactNumber = z.number().check(z.refine(isExact, 'is too long for a number'))

/** Text as it came, or null. */
export const text = reading(scalar)

/** Text where the service also writes the word `null` for nothing (D28, D54). */
export const textNotNullWord = reading((value) => (value === 'null' ? null : scalar(value)))

/** How a flag may be written. */
export const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'y', 'on', 'enabled'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'n', 'off', 'disabled'].map((word) => [word, false] as const),
])

/** Yes or no, also as a number or as a word; null where it's neither. */
export const flag = reading((value) => flagWords.get(scalar(value)?.trim().toLowerCase() ?? '') ?? null)

/** A whole number, or one written as text (D61, order products). */
export const count = reading((value) => {
  const written = scalar(value)
  return written !== null && /^\d{1,15}$/.test(written) ? Number(written) : null
})

const decimalPattern = /^-?\d+(\.\d+)?$/

/** Money or a percentage: a decimal string, kept as the service wrote it, or null. */
export const decimal = reading((value) => {
  const written = scalar(value)
  return written !== null && decimalPattern.test(written) ? written : null
})

/** From the origin to what is paid: discount, coupon, tax. Each resource with a price has these, and fields of its own beside them. */
export const priceSteps = {
  discountPercent: decimal,
  discount: decimal,
  amountWithDiscount: decimal,
  couponPercent: decimal,
  couponCode: text, // D52
  coupon: decimal,
  amountWithDiscountAndCoupon: decimal,
  taxPercent: decimal,
  tax: decimal,
  amountWithDiscountAndCouponAndTax: decimal,
}

/** Money that nothing can be said without. */
export const requiredDecimal = z.pipe(
  z.union([z.string(), exactNumber]),
  z.pipe(z.transform(String), z.string().check(z.regex(decimalPattern, 'isn’t a decimal number'))),
)

// Letters that nobody sees say nothing: blanks, joiners, fillers, and the pattern of Braille without a dot.
const unseen = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Text that nothing can be said without; a number is taken as text. */
export const requiredText = z.pipe(
  z.union([z.string(), exactNumber]),
  z.pipe(z.transform(String), z.string().check(z.refine((written) => !unseen.test(written), 'is empty'))),
)

const maxId = 256

/** An id that things are known and compared by: a uuid in another spelling is the same one (service-facts D17). */
export const requiredId = z.pipe(
  requiredText,
  z.pipe(z.transform(oneId), z.string().check(z.maxLength(maxId, 'is too long for an id'))),
)

/** The merchant's own map: an empty one may come back as `[]` (D26). */
export const map = reading((value): Record<string, unknown> => (isObject(value) ? value : {}))

/** An object of the given shape, or null where the service sends null, `"null"`, `[]` or nothing. */
export const maybe = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.transform((value: unknown): unknown => (isObject(value) ? value : null)),
    z.nullable(schema),
  )

/** A list of objects; anything else is an empty one, and what is no object in it is left out. */
export const list = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.transform((value: unknown): unknown => (Array.isArray(value) ? value.filter(isObject) : [])),
    z.array(schema),
  )

/** An answer without a body (204). */
export const nothing = z.undefined()

/** `meta` may be an object, `[]` or absent (service-facts D12, D13); here it is always an object. */
const metaOf = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.transform((value: unknown): unknown => (isObject(value) ? value : {})),
    schema,
  )

/** Which of the two it is stands in the declaration; an answer is not lost over it. */
const always = <T extends string>(type: T) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform(() => type),
  )

/** One thing: `{data, meta: {type: 'entity'}}`. */
export const entity = <T extends z.ZodMiniType>(data: T) => z.object({ data, meta: metaOf(z.object({ type: always('entity') })) })

/** Several things, or one answer about several: `total` and `offset` are null where the service does not tell them. */
export const collection = <T extends z.ZodMiniType>(data: T) =>
  z.object({
    data,
    meta: metaOf(z.object({ type: always('collection'), total: count, offset: count })),
  })

/** What the service writes, what it is called here and why. Where both stand in one object, ours wins. */
export const spellings = new Map([
  ['mounthlyAmount', { ours: 'monthlyAmount', why: 'misspelled in the service’s answers' }], // D44
  ['durationMonth', { ours: 'durationMonths', why: 'the service writes both; one name for both' }], // D46
  ['precheckAutoCharge', { ours: 'precheckAutocharge', why: 'the service writes both; one name for both' }], // D55
  [
    'auto\u0421hargeStatus',
    { ours: 'autoChargeStatus', why: 'the letter after “auto” may be a Cyrillic С in the service’s answers' },
  ], // D34
  ['googleAnalyticsClientId', { ours: 'analyticsClientId', why: 'the name differs by merchant account' }], // D5
])

// What stands inside these belongs to the merchant and is not ours to rename.
const merchantsOwn = new Set(['metaData', 'buyerMeta'])

/** An answer of the service with our spelling of its keys, at any depth. */
export function inOurSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOurSpelling)
  if (!isObject(value)) return value
  const renamed = Object.entries(value).flatMap(([key, inner]) => {
    const ours = spellings.get(key)?.ours ?? key
    if (ours !== key && Object.hasOwn(value, ours)) return []
    return [[ours, merchantsOwn.has(key) ? inner : inOurSpelling(inner)]]
  })
  return Object.fromEntries(renamed)
}
