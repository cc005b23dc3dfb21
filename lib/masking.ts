import { isObject } from './operations/schemas/tolerant'

const dots = (length: number) => '•'.repeat(Math.min(Math.max(length, 3), 9))
const characters = (text: string) => [...text]

/** `tainara@example.test` becomes `t••••••a@e••••••.test`: enough to recognise what one knows, not enough to learn it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = characters(email.slice(0, at))
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const [host, end] = dot > 0 ? [domain.slice(0, dot), domain.slice(dot)] : [domain, '']
  const tail = local.length > 3 ? local.at(-1) : ''
  return `${local[0] ?? ''}${dots(local.length - 2)}${tail}@${characters(host)[0] ?? ''}${dots(host.length - 1)}${end}`
}

/** The first letter of each word. */
export const maskName = (name: string) =>
  name.replace(/\S+/gu, (word) => `${characters(word)[0]}${dots(characters(word).length - 1)}`)

/** `203.0.113.24` becomes `203.0.113.•••`; of an IPv6 address the first two groups stay. */
export const maskAddress = (ip: string) =>
  ip.includes(':') ? `${ip.split(':').slice(0, 2).join(':')}:•••` : ip.replace(/[^.]+$/, '•••')

/** Every letter and digit but the first `keep`; punctuation stays, so that the kind of value is still told. */
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

// It begins only where a word does: from every letter of a long word on, it would take the square of its length.
const emailLike = /(?<![^\s@<>"',;:()])[^\s@<>"',;:()]+@[^\s@<>"',;:()]+\.[^\s@<>"',;:()]+/g

/**
 * A copy of an answer with what is personal masked: the named fields, and any e-mail address wherever it stands,
 * for the service puts addresses into identifiers of wallets and people put them into reasons.
 */
export function masked<T>(value: T): T {
  return maskAny(value, '') as T
}

function maskAny(value: unknown, field: string): unknown {
  if (field === 'url') return value // a payment page's address, which a mask would break
  if (typeof value === 'string') return (byField.get(field)?.(value) ?? value).replace(emailLike, maskEmail)
  if (Array.isArray(value)) return value.map((each) => maskAny(each, field))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskAny(inner, key)]))
}
