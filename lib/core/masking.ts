import { isObject } from './json'
import { dots, exampleEmail, maskEmail, maskEmails } from './mask-emails'

export { exampleEmail, maskEmail }

const characters = (text: string) => [...text]

/** The first letter of each word. */
export const maskName = (name: string) =>
  name.replace(/\S+/gu, (word) => `${characters(word)[0]}${dots(characters(word).length - 1)}`)

/** `203.0.113.24` becomes `203.0.113.•••`; of an IPv6 address the first two groups stay. */
export const maskAddress = (ip: string) =>
  ip.includes(':') ? `${ip.split(':').slice(0, 2).join(':')}:•••` : ip.replace(/[^.]+$/, '•••')

/** Every letter and digit but the first `keep`; punctuation stays, so that the kind of value can still be seen. */
export function maskText(text: string, keep = 0): string {
  let kept = 0
  return text.replace(/[\p{L}\p{N}]/gu, (letter) => (kept++ < keep ? letter : '•'))
}

const byField = new Map<string, (value: string) => string>(
  Object.entries({
    firstName: maskName,
    lastName: maskName,
    ipAddress: maskAddress,
    fingerprint: (value) => maskText(value, 4),
    personalIdValue: (value) => maskText(value),
    street: (value) => maskText(value),
    zip: (value) => maskText(value, 2),
    city: maskName,
    bin: (value) => maskText(value),
  }),
)

/** The names whose values are masked wherever they stand, beside every e-mail address. */
export const maskedFields: readonly string[] = [...byField.keys()]

/** Fields that people type in their own words, and the merchant's maps, whose values may be anything. */
const typedFields = new Set(['reason', 'comment', 'note', 'text', 'words', 'presets', 'metaData', 'buyerMeta'])

/** A row of an effect says in words what was typed into any field. Elsewhere the same names stand for settings, which may be addresses of servers. */
const isTypedIn = (field: string, parent: string) =>
  typedFields.has(field) || (parent === 'rows' && (field === 'before' || field === 'after'))

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const group = '[0-9a-f]{1,4}'
// A name may stand before an IPv4 address and a port behind it, with a colon between. What a mask has left of one stays.
const ipLike = new RegExp(
  `(?<![a-z\\d.])(?:${octet}\\.){3}${octet}(?![a-z\\d]|\\.\\d)|` +
    `(?<![a-z\\d.:])(?:(?:${group}:){7}${group}|(?:${group}:){1,7}:(?:${group}(?::${group}){0,5}|(?!•)))(?![a-z\\d:]|\\.\\d)`,
  'gi',
)

/** What somebody typed, as it is kept and shown: without the e-mail addresses and IP addresses in it. */
export const maskTyped = (text: string) => maskEmails(text).replace(ipLike, maskAddress)

/**
 * A copy of an answer with what is personal masked: the named fields, any e-mail address wherever it is, in names of fields too,
 * and IP addresses in what people type, for the service puts addresses into identifiers of wallets and people put them into reasons. Masked again it stays as it is.
 */
export function masked<T>(value: T): T {
  return maskAny(value, '', '', false) as T
}

function maskAny(value: unknown, field: string, parent: string, isTyped: boolean): unknown {
  if (!isTyped && field === 'url' && (parent === 'data' || parent === '')) return value // a payment page's address, which a mask would break
  if (typeof value === 'string') return (isTyped ? maskTyped : maskEmails)(byField.get(field)?.(value) ?? value)
  if (Array.isArray(value)) return value.map((each) => maskAny(each, field, parent, isTyped))
  if (!isObject(value)) return value
  const nameShown = isTyped ? maskTyped : maskEmails
  const pairs = new Map<string, unknown>()
  for (const [key, inner] of Object.entries(value))
    pairs.set(freeName(nameShown(key), pairs), maskAny(inner, key, field, isTyped || isTypedIn(key, field)))
  return Object.fromEntries(pairs)
}

/** Two names may look alike once they are masked, and neither value may be lost. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let turn = 2; taken.has(free); turn += 1) free = `${name} ${turn}`
  return free
}

const hidden = '•••••'

// What masking leaves readable elsewhere: these are masked whole while a screen is shared.
const fields = new Set(['lastFourDigits', 'lastFour', 'zip', 'city', 'street', 'firstName', 'lastName', 'address'])
// The shown part of a payment method; the same name stands for much else.
const isCardEnd = (value: string, field: string) => field === 'value' && /^\d{4}$/.test(value)

// How the service writes a card of which it tells the end, and what a mask leaves of a card number.
const starredCard = /(?:\*{2,}[\s-]*)+\d{2,4}|(?<!\S)•{4} \d{4}(?!\d)/g

// Whatever was masked in part: the word is masked whole. It begins only where a word does, or a long one would take the square of its length.
const word = /(?<![^\s"'<>()[\],;])[^\s"'<>()[\],;•]*•[^\s"'<>()[\],;]*/g

/** A copy of an answer for a screen that others see: what `masked` shows in part is not shown at all, nor the digits of a card. */
export function maskedForScreen<T>(value: T): T {
  return hide(value, '') as T
}

function hide(value: unknown, field: string): unknown {
  if (field === 'url') return value // a payment page's address, which a mask would break
  if (typeof value === 'string')
    return (fields.has(field) && value !== '') || isCardEnd(value, field)
      ? hidden
      : maskEmails(value).replace(starredCard, hidden).replace(word, hidden)
  if (Array.isArray(value)) return value.map((each) => hide(each, field))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hide(inner, key)]))
}
