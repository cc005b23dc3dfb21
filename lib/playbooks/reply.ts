import { serviceTime } from '@/lib/core/dates'
import type { Money } from '@/lib/core/money'
import { fractionDigits } from '@/lib/core/money'
import { type ReplyKey, type ReplyLocale, replyTexts } from './reply-texts'

/** What sentences are filled from: money as the service gives it, days as day keys or service times, words as they are. */
export type ReplyFacts = Partial<{
  amount: Money
  day: string | null
  until: string | null
  product: string | null
  descriptor: string | null
  method: string | null
  reference: string | null
}>

/** One sentence in a language, or null where a fact it needs is not known: nothing is made up to fill a gap. */
export function replySentence(locale: ReplyLocale, key: ReplyKey, facts: ReplyFacts): string | null {
  const filled = wordsOf(locale, facts)
  const text = replyTexts[locale][key]
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  if (names.some((name) => !filled[name])) return null
  return text.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '')
}

export type ReplyPart = { key: ReplyKey; facts: ReplyFacts }

/** A whole reply: greeting, what is known of it in sentences, close. */
export function replyOf(locale: ReplyLocale, parts: readonly ReplyPart[]): string {
  const sentences = parts.map(({ key, facts }) => replySentence(locale, key, facts)).filter((words) => words !== null)
  return [replyTexts[locale].hello, sentences.join('\n'), replyTexts[locale].bye].join('\n\n')
}

function wordsOf(locale: ReplyLocale, { amount, day, until, ...words }: ReplyFacts): Record<string, string | null | undefined> {
  return { ...words, amount: amount && moneyIn(locale, amount), day: dayIn(locale, day), until: dayIn(locale, until) }
}

/** An amount as the language writes it, every digit kept, with the currency's code: `1.234,50 EUR`. */
function moneyIn(locale: ReplyLocale, { amount, currency }: Money): string {
  const digits = fractionDigits(amount)
  if (digits > 20) return `${amount} ${currency}` // more than Intl promises to write
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format.format(amount as Intl.StringNumericLiteral)} ${currency}` // a string is read exactly
}

function dayIn(locale: ReplyLocale, text: string | null | undefined): string | null {
  const day = serviceTime(text ?? null)?.day ?? (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : null)
  if (!day) return null
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

const byCountry: Partial<Record<string, ReplyLocale>> = Object.fromEntries([
  ...['DE', 'AT', 'CH', 'LI'].map((country) => [country, 'de']),
  ...['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'UY', 'EC', 'BO', 'PY', 'VE', 'CR', 'PA', 'GT', 'DO'].map((country) => [country, 'es']),
  ...['FR', 'BE', 'LU', 'MC', 'SN', 'CI'].map((country) => [country, 'fr']),
  ...['PT', 'BR', 'AO', 'MZ'].map((country) => [country, 'pt']),
])

/** The language to begin a reply in: a guess from the buyer's country, which a person may change. */
export const localeOfCountry = (country: string | null): ReplyLocale => byCountry[country?.toUpperCase() ?? ''] ?? 'en'
