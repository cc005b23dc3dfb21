import type { Charge } from '@/lib/operations/schemas/charge-history'

export type MethodKind = 'card' | 'wallet' | 'voucher' | 'bank' | 'other'

/** `isWord`: the name is English, and none by which every language knows the method. */
type Known = { kind: MethodKind; name: string; isWord?: true }

// service-facts 2.5. A type that is not here is shown as it came.
const known: Record<string, Known> = {
  card: { kind: 'card', name: 'card', isWord: true },
  google_pay: { kind: 'wallet', name: 'Google Pay' },
  apple_pay: { kind: 'wallet', name: 'Apple Pay' },
  pay_pal: { kind: 'wallet', name: 'PayPal' },
  alipay: { kind: 'wallet', name: 'Alipay' },
  mercado_pago: { kind: 'wallet', name: 'Mercado Pago' },
  paytm: { kind: 'wallet', name: 'Paytm' },
  web_pay: { kind: 'wallet', name: 'WebPay' },
  wechat: { kind: 'wallet', name: 'WeChat' },
  boleto: { kind: 'voucher', name: 'voucher boleto', isWord: true },
  boleto_flash: { kind: 'voucher', name: 'voucher boleto_flash', isWord: true },
  oxxo: { kind: 'voucher', name: 'voucher oxxo', isWord: true },
  paysafecard: { kind: 'voucher', name: 'paysafecard' },
  ideal: { kind: 'bank', name: 'iDEAL' },
  pix: { kind: 'bank', name: 'Pix' },
  sofort: { kind: 'bank', name: 'Sofort' },
  spei: { kind: 'bank', name: 'SPEI' },
  upi: { kind: 'bank', name: 'UPI' },
  wire_transfer: { kind: 'bank', name: 'wire transfer', isWord: true },
  pay_with_crypto: { kind: 'other', name: 'crypto', isWord: true },
}

/** As charge history gives it, or a token's type with the little that is known of its card. */
export type MethodGiven = Charge['paymentMethod']

export function methodKind(type: string | null): MethodKind {
  return knownType(type)?.kind ?? 'other'
}

/** Short, for a row: `visa ••0119`, `PayPal`, `voucher boleto_flash`; an unknown type raw; `–` where none is given. */
export function methodName(method: MethodGiven): string {
  const type = knownType(method?.type ?? null)
  const { brand = null, lastFourDigits = null } = method?.data ?? {}
  const digits = lastFourDigits === null ? '' : `••${lastFourDigits}`
  if (type?.kind === 'card') return joined(' ', [brand ?? type.name, digits])
  return joined(', ', [type?.name ?? method?.type ?? '–', joined(' ', [digits && (brand ?? 'card'), digits])])
}

/**
 * What a customer may be told of the method in any language, in the form of `methodName`: a card by its brand and exactly four digits,
 * anything else by its own name. Null where that would take a word of the service's or of English.
 */
export function methodToTell(method: MethodGiven): string | null {
  const { brand = null, lastFourDigits = null } = method?.data ?? {}
  const isCard = method?.type === 'card'
  const name = toTell(isCard ? 'card' : (knownType(method?.type ?? null)?.name ?? ''))
  if (name === null || lastFourDigits === null || !fourDigits.test(lastFourDigits)) return isCard ? plainBrand(brand) : name
  const card = `${plainBrand(brand) ?? 'card'} ••${lastFourDigits}`
  return isCard ? card : `${name}, ${card}`
}

/** The same of what `storedMethodName` gave. */
export function storedMethodToTell(name: string): string | null {
  const [title = '', digits] = name.split(' ••')
  return toTell(title) === null || (digits !== undefined && !fourDigits.test(digits)) ? null : name
}

const fourDigits = /^\d{4}$/
const plainBrand = (brand: string | null) => (brand !== null && /^\p{L}[\p{L} -]*$/u.test(brand) ? brand : null)

// Replies have a word for a card in each language.
const tellable = new Set(['card', ...Object.values(known).flatMap(({ name, isWord }) => (isWord ? [] : [name]))])
const toTell = (name: string) => (tellable.has(name) ? name : null)

/** In full: `visa ••0119, credit, BR`. Words as the service gives them, nothing guessed. */
export function describeMethod(method: MethodGiven): string {
  return joined(', ', [methodName(method), ...describeCard(method)])
}

/** What a card shows beside its digits: `credit`, `classic`, `BR`. */
export function describeCard(method: MethodGiven): string[] {
  const { cardType = null, cardLevel = null, isoATwo = null } = method?.data ?? {}
  return [cardType?.toLowerCase(), cardLevel?.toLowerCase(), isoATwo].filter((word) => word !== undefined && word !== null)
}

/** A list of payment methods names each by type and the part that may be shown (service-facts 3.2: four digits for cards). */
export function storedMethodName(type: string | null, value: string | null): string {
  const name = knownType(type)?.name ?? type ?? '–'
  if (value === null || value === '') return name
  return fourDigits.test(value) ? `${name} ••${value}` : name
}

function knownType(type: string | null): Known | undefined {
  return type !== null && Object.hasOwn(known, type) ? known[type] : undefined
}

const joined = (by: string, words: (string | null)[]) => words.filter(Boolean).join(by)
