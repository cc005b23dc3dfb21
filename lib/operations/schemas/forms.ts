import { currencies, languages } from './codes'

/**
 * A line of text as the service takes it, without blanks around it, and what to say of another. Plain, so that a page checks what is
 * typed before any schema is loaded; the schemas of what we send are made of the same.
 */
export type TextForm = {
  pattern: RegExp
  advice: string
  letters?: 'upper' | 'lower'
  /** Whether there is such a code. */
  isKnown?: (value: string) => boolean
}

export const unknownCode = 'Unknown code'

/** service-interface, Resources: uuid format, no version promised. service-facts D17: lower case before sending. */
export const uuidForm = {
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  advice: 'Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787',
  letters: 'lower',
} satisfies TextForm

/** ISO 4217 alphabetic. */
export const currencyForm = {
  pattern: /^[A-Z]{3}$/,
  advice: 'Use a three-letter currency code, such as EUR',
  letters: 'upper',
  isKnown: (value: string) => currencies.has(value),
} satisfies TextForm

/** ISO 639 set 1. */
export const localeForm = {
  pattern: /^[a-z]{2}$/,
  advice: 'Use a two-letter language code, such as en',
  letters: 'lower',
  isKnown: (value: string) => languages.has(value),
} satisfies TextForm

/** service-facts 2.11: 1 to 32 characters. */
export const couponForm = {
  pattern: /^[A-Za-z0-9_-]{1,32}$/,
  advice: 'Use up to 32 letters, digits, - or _ for the coupon',
} satisfies TextForm

/** service-facts 2.11: 1 to 64 characters. */
export const productForm = {
  pattern: /^[A-Z0-9_-]{1,64}$/,
  advice: 'Use capital letters, digits, - or _ for the product code',
} satisfies TextForm

/** The text as it is sent. */
export function asSent({ letters }: TextForm, text: string): string {
  const trimmed = text.trim()
  if (letters === undefined) return trimmed
  return letters === 'upper' ? trimmed.toUpperCase() : trimmed.toLowerCase()
}

/** What is wrong with a text, or undefined. */
export function textProblem(form: TextForm, text: string): string | undefined {
  const value = asSent(form, text)
  if (!form.pattern.test(value)) return form.advice
  return form.isKnown?.(value) === false ? unknownCode : undefined
}
