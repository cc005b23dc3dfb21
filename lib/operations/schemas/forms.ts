import { uuidPattern } from '@/lib/core/fold'
// Ours and not the browser's: two browsers, and a browser and the server, know different ones.

/** ISO 639 set 1: all 183 codes (Library of Congress, the registration authority's table of ISO 639-1). */
export const languages: ReadonlySet<string> = new Set(
  [
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et',
    'eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk',
    'kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny',
    'oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk',
    'tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu',
  ].flatMap((line) => line.split(' ')),
)

/** ISO 4217, List One of the maintenance agency (SIX) as of 2026, without funds, metals and units that nothing is priced in. */
export const currencies: ReadonlySet<string> = new Set(
  [
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC',
    'CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR',
    'ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK',
    'MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE',
    'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF',
    'XPF YER ZAR ZMW ZWG',
  ].flatMap((line) => line.split(' ')),
)

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
  pattern: uuidPattern,
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
