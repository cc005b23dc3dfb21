import { isDay, serviceTime } from '@/lib/core/dates'
import type { Money } from '@/lib/core/money'
import { fractionDigits } from '@/lib/core/money'
import type { ReplyFacts, ReplyKey, ReplyPart, ReplyVariable } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import { inPlainSight } from '@/lib/core/unseen'
import { type ReplyLocale, styleOf } from './languages'

/** Every sentence in one language, with its variables in braces. */
export type ReplyTexts = Readonly<Record<ReplyKey, string>>

/** All that the words of a reply depend on, beside what it says. */
export type Wording = {
  locale: ReplyLocale
  texts: ReplyTexts
  /** Of the buyer, for numbers and dates. */
  country: string | null
  /** The name of the person who writes. */
  agent: string | null
}

/** The greeting, the closing and the signature: of every reply, and empty where the merchant account wants none. */
export const frameKeys = ['hello', 'bye', 'signature'] as const satisfies readonly ReplyKey[]

/** One sentence in a language, or null where a fact it needs is not known: nothing is made up to fill a gap. */
export function replySentence(wording: Wording, key: ReplyKey, facts: ReplyFacts = {}): string | null {
  const words = wordsOf(wording, facts)
  if (replyVariables[key].some((name) => !words[name])) return null
  return filled(wording.texts[key], words)
}

/** What a reply says in sentences, without greeting and close. */
export const replyBody = (wording: Wording, parts: readonly ReplyPart[]): string =>
  parts.flatMap(({ key, facts }) => replySentence(wording, key, facts) ?? []).join(' ')

/** A whole reply: greeting, what is known of it in sentences, close and signature. */
export function replyOf(wording: Wording, parts: readonly ReplyPart[]): string {
  const [hello, bye, signature] = frameKeys.map((key) => filled(wording.texts[key], { agent: wording.agent }))
  return [hello, replyBody(wording, parts), [bye, signature].filter(Boolean).join('\n')].filter(Boolean).join('\n\n')
}

type Words = Partial<Record<ReplyVariable, string | null>>

const filled = (text: string, words: Words) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(words, name) ? words[name as ReplyVariable] : null) ?? '')

function wordsOf(wording: Wording, { amount, total, count, payments, day, until, method, ...words }: ReplyFacts): Words {
  const style = styleOf(wording.locale, wording.country)
  const shown = { product: seen(words.product), descriptor: seen(words.descriptor), reference: seen(words.reference) }
  return {
    ...shown,
    agent: wording.agent,
    amount: amount && moneyInStyle(style, amount),
    total: total && moneyInStyle(style, total),
    count: count?.toLocaleString(style),
    payments:
      payments &&
      listIn(
        style,
        payments.map((each) => paymentIn(wording, each)),
      ),
    day: dayInStyle(style, day),
    until: dayInStyle(style, until),
    method: method && methodIn(wording.locale, method),
    product: shown.product && isForCustomers(shown.product) ? shown.product : null,
  }
}

/** A word of the service's in a sentence: it can't break the line or turn what is written after it. */
const seen = (word: string | null | undefined) => word && inPlainSight(word)

const paymentIn = (wording: Wording, payment: { amount: Money; day: string | null }): string =>
  replySentence(wording, 'onePayment', payment) ?? moneyInStyle(styleOf(wording.locale, wording.country), payment.amount)

const listIn = (style: string, words: readonly string[]) => new Intl.ListFormat(style).format(words)

/** An amount as the language writes it, every digit kept, with the currency's code: `1.234,50 EUR`. */
export function moneyInStyle(style: string, { amount, currency }: Money): string {
  const digits = fractionDigits(amount)
  if (digits > 20) return `${amount} ${currency}`.trim() // more than Intl promises to write
  const format = new Intl.NumberFormat(style, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format.format(amount as Intl.StringNumericLiteral)} ${currency}`.trim() // a string is read exactly
}

/** A day as a language writes it; null where there is none. */
export function dayInStyle(style: string, text: string | null | undefined): string | null {
  const day = serviceTime(text ?? null)?.day ?? (isDay(text ?? '') ? text : null)
  if (!day) return null
  const format = dayFormats.get(style) ?? new Intl.DateTimeFormat(style, { dateStyle: 'long', timeZone: 'UTC' })
  dayFormats.set(style, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** By language and country: to make one takes longer than all else of a reply. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

const methodLabels: Record<ReplyLocale, { card: string; ending: string }> = {
  en: { card: 'card', ending: 'ending in' },
  de: { card: 'Karte', ending: 'mit den Endziffern' },
  es: { card: 'tarjeta', ending: 'con terminación' },
  fr: { card: 'carte', ending: 'se terminant par' },
  pt: { card: 'cartão', ending: 'terminado em' },
}

/** `visa ••0119` in a sentence: `visa ending in 0119`. Null for what is masked, or an id of the service's. */
function methodIn(locale: ReplyLocale, method: string): string | null {
  const { card, ending } = methodLabels[locale]
  const words = method.replace(/\bcard\b/, card).replace(/••(?=\d{4}$)/, `${ending} `)
  return isForCustomers(words) ? words : null
}

/** Whether a text has neither a mask, a cut-off id, a dash in place of nothing nor the underscore of an id. */
export const isForCustomers = (text: string) => !/[•…_]|^–?$/.test(text)
