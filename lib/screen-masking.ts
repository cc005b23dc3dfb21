import { isObject } from './operations/schemas/tolerant'

const hidden = '•••••'

// What masking leaves readable elsewhere: these are masked whole while a screen is shared.
const fields = new Set(['lastFourDigits', 'lastFour', 'zip', 'city', 'street', 'firstName', 'lastName', 'address'])
// The shown part of a payment method; the same name stands for much else.
const isCardEnd = (value: string, field: string) => field === 'value' && /^\d{4}$/.test(value)

// Whatever was masked in part, and any e-mail address: the word is masked whole.
const word = /[^\s"'<>()[\],;]*(?:•|[^\s"'<>()[\],;]@[^\s"'<>()[\],;]+\.)[^\s"'<>()[\],;]*/g

/** A copy of an answer for a screen that others see: what `masked` shows in part is not shown at all, nor the digits of a card. */
export function maskedForScreen<T>(value: T): T {
  return hide(value, '') as T
}

function hide(value: unknown, field: string): unknown {
  if (field === 'url') return value // a payment page's address, which a mask would break
  if (typeof value === 'string')
    return (fields.has(field) && value !== '') || isCardEnd(value, field) ? hidden : value.replace(word, hidden)
  if (Array.isArray(value)) return value.map((each) => hide(each, field))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hide(inner, key)]))
}
