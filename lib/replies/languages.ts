/** The languages a reply can be written in. */
export const replyLocales = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' } as const
export type ReplyLocale = keyof typeof replyLocales

/** The same as colleagues say them: `German`. */
export const languageLabels: Record<ReplyLocale, string> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  pt: 'Portuguese',
}

/** What a buyer speaks, as far as it is known: two letters each. `language` is the one they used. */
export type BuyerLanguage = { country: string | null; language?: string | null }

const countries: Record<Exclude<ReplyLocale, 'en'>, readonly string[]> = {
  de: ['DE', 'AT', 'CH', 'LI'],
  es: ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'UY', 'EC', 'BO', 'PY', 'VE', 'CR', 'PA', 'GT', 'DO'],
  fr: ['FR', 'BE', 'LU', 'MC', 'SN', 'CI'],
  pt: ['PT', 'BR', 'AO', 'MZ'],
}

const byCountry = new Map(
  Object.entries(countries).flatMap(([locale, codes]) => codes.map((code) => [code, locale as ReplyLocale] as const)),
)

export const isReplyLocale = (text: unknown): text is ReplyLocale => typeof text === 'string' && Object.hasOwn(replyLocales, text)

/** The language to begin a reply in: the one the buyer used, else a guess from their country; English where there are no texts in it. */
export function replyLocaleOf({ country, language }: BuyerLanguage): ReplyLocale {
  const used = language?.toLowerCase() ?? ''
  if (used !== '') return isReplyLocale(used) ? used : 'en'
  return byCountry.get(country?.toUpperCase() ?? '') ?? 'en'
}

/** How the buyer's country writes numbers and dates of a language, as a BCP 47 tag: `es-MX`, `de-AT`; English is British but for the US. */
export function styleOf(locale: ReplyLocale, country: string | null): string {
  const code = country?.toUpperCase() ?? ''
  if (locale === 'en') return code === 'US' ? 'en-US' : 'en-GB'
  return byCountry.get(code) === locale ? `${locale}-${code}` : locale
}
