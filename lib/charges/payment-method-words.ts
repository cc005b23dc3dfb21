import type { Charge } from '@/lib/operations/schemas/charge-history'

export type MethodKind = 'card' | 'wallet' | 'voucher' | 'bank' | 'other'

type Known = { kind: MethodKind; name: string }

// service-facts 2.5. A type that is not here is shown as it came.
const known: Record<string, Known> = {
  card: { kind: 'card', name: 'card' },
  google_pay: { kind: 'wallet', name: 'Google Pay' },
  apple_pay: { kind: 'wallet', name: 'Apple Pay' },
  pay_pal: { kind: 'wallet', name: 'PayPal' },
  alipay: { kind: 'wallet', name: 'Alipay' },
  mercado_pago: { kind: 'wallet', name: 'Mercado Pago' },
  paytm: { kind: 'wallet', name: 'Paytm' },
  web_pay: { kind: 'wallet', name: 'WebPay' },
  wechat: { kind: 'wallet', name: 'WeChat' },
  boleto: { kind: 'voucher', name: 'voucher boleto' },
  boleto_flash: { kind: 'voucher', name: 'voucher boleto_flash' },
  oxxo: { kind: 'voucher', name: 'voucher oxxo' },
  paysafecard: { kind: 'voucher', name: 'paysafecard' },
  ideal: { kind: 'bank', name: 'iDEAL' },
  pix: { kind: 'bank', name: 'Pix' },
  sofort: { kind: 'bank', name: 'Sofort' },
  spei: { kind: 'bank', name: 'SPEI' },
  upi: { kind: 'bank', name: 'UPI' },
  wire_transfer: { kind: 'bank', name: 'wire transfer' },
  pay_with_crypto: { kind: 'other', name: 'crypto' },
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

/** In full: `visa ••0119, credit, BR`. Words as the service gives them, nothing guessed. */
export function methodWords(method: MethodGiven): string {
  return joined(', ', [methodName(method), ...cardWords(method)])
}

/** What a card shows beside its digits: `credit`, `classic`, `BR`. */
export function cardWords(method: MethodGiven): string[] {
  const { cardType = null, cardLevel = null, isoATwo = null } = method?.data ?? {}
  return [cardType?.toLowerCase(), cardLevel?.toLowerCase(), isoATwo].filter((word) => word !== undefined && word !== null)
}

/** A list of payment methods names each by type and the part that may be shown (service-facts 3.2: four digits for cards). */
export function storedMethodName(type: string | null, value: string | null): string {
  const name = knownType(type)?.name ?? type ?? '–'
  if (value === null || value === '') return name
  return /^\d{4}$/.test(value) ? `${name} ••${value}` : name
}

function knownType(type: string | null): Known | undefined {
  return type !== null && Object.hasOwn(known, type) ? known[type] : undefined
}

const joined = (by: string, words: (string | null)[]) => words.filter(Boolean).join(by)
