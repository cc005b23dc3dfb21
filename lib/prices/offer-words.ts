import type { Money } from '@/lib/core/money'
import { type ReplyLocale, styleOf } from '@/lib/replies/languages'
import { dayInStyle, moneyInStyle } from '@/lib/replies/reply'

/** Every text of an offer with what is filled into it. The texts of each language have exactly these variables. */
export const offerVariables = {
  offer: ['reference'],
  taxNumber: ['number'],
  for: [],
  buy: ['products'],
  trial: ['products'],
  asTrial: ['what'],
  renew: ['products'],
  move: ['products'],
  priced: ['what', 'amount'],
  saved: ['amount'],
  taxIncluded: [],
  taxMaybe: [],
  what: [],
  term: [],
  trialTerm: [],
  price: [],
  list: [],
  discount: [],
  discounts: [],
  coupon: ['code'],
  net: [],
  tax: [],
  total: [],
  full: [],
  due: [],
  acceptHead: [],
  reply: ['until', 'reference'],
  thenLink: [],
  thenRenew: [],
  thenMove: [],
  thenNext: [],
  knowHead: [],
  worked: ['date'],
  afterTrial: [],
  ends: ['day'],
  once: [],
  dueNow: ['amount'],
  dueNone: [],
  dueLess: [],
  until: ['until'],
  closed: [],
  questions: ['reference'],
} as const

export type OfferKey = keyof typeof offerVariables
export type OfferTexts = Readonly<Record<OfferKey, string>>

/** The words of an offer, and the country whose way of writing numbers and dates it follows. */
export type OfferWording = { locale: ReplyLocale; country: string | null; texts: OfferTexts }

/** Writes the parts of an offer in one language. */
export function offerWriter({ locale, country, texts }: OfferWording) {
  const style = styleOf(locale, country)
  return {
    /** A text with its variables filled in. */
    say: (key: OfferKey, words: Record<string, string> = {}): string =>
      texts[key].replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? ''),
    /** `45,90 EUR`. They stay on one line. */
    money: (amount: string, currency: string | null): string =>
      moneyInStyle(style, { amount, currency: currency ?? '' } satisfies Money).replaceAll(' ', '\u00a0'),
    /** Of a day key. */
    day: (key: string): string => dayInStyle(style, key) ?? key,
    /** `12.5%` of decimal digits. */
    percent: (digits: string): string =>
      new Intl.NumberFormat(style, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 }).format(
        digits as Intl.StringNumericLiteral,
      ),
    /** `3 months`. */
    term: (count: number, unit: 'day' | 'week' | 'month'): string =>
      new Intl.NumberFormat(style, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  }
}
