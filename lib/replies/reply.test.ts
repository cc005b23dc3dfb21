import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ReplyFacts, ReplyKey, ReplyPart } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import { type ReplyLocale, replyLocaleOf, replyLocales } from './languages'
import { frameKeys, replyBody, replyOf, replySentence } from './reply'
import { builtIn } from './texts/built-in'
import { wordingIn } from './wording-for-tests'

const locales = Object.keys(replyLocales) as ReplyLocale[]
const keys = Object.keys(replyVariables) as ReplyKey[]
const sentences = keys.filter((key) => !(frameKeys as readonly ReplyKey[]).includes(key))
const variablesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe.each(locales)('the texts in %s', (locale) => {
  it.each(sentences)('say in %s what the sentence is for, with exactly its variables', (key) => {
    expect(variablesIn(builtIn[locale][key])).toEqual([...replyVariables[key]].sort())
  })

  it('are sentences of their own, no two alike, and none of them English in another language', () => {
    const texts = sentences.map((key) => builtIn[locale][key])
    expect(new Set(texts).size).toBe(texts.length)
    const whole = sentences.filter((key) => key !== 'onePayment')
    expect(whole.filter((key) => !/[.!?]$/.test(builtIn[locale][key]))).toEqual([])
    if (locale !== 'en') expect(whole.filter((key) => builtIn[locale][key] === builtIn.en[key])).toEqual([])
  })
})

const money = fc.record({
  amount: fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 3 }))
    .map(([units, digits]) => decimal(units, digits)),
  currency: fc.constantFrom('EUR', 'BRL', 'KWD', 'JPY'),
})
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const facts: fc.Arbitrary<Required<ReplyFacts>> = fc.record({
  amount: money,
  total: money,
  count: fc.integer({ min: 2, max: 40 }),
  payments: fc.array(fc.record({ amount: money, day: fc.option(day) }), { minLength: 2, maxLength: 4 }),
  day,
  until: day,
  product: fc.constantFrom('Northwind Plus', '{amount}'),
  descriptor: fc.constantFrom('nw-bill.example', '$& {day}'),
  method: fc.constantFrom('visa ••0119', 'card ••4242', 'PayPal'),
  reference: fc.constantFrom('R-1', '{until}'),
})
const countries = fc.constantFrom(null, 'DE', 'AT', 'CH', 'MX', 'ES', 'AR', 'FR', 'BE', 'BR', 'PT', 'US', 'GB', 'NL')

function decimal(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** An amount as some language wrote it, back in plain digits: what groups them is taken out, and what parts the fraction is a point. */
const plain = (written: string, digits: number) => {
  const all = written.replace(/\D/g, '')
  return digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`
}

test('in any language and country, an amount is written with every digit and its currency', () => {
  fc.assert(
    fc.property(fc.constantFrom(...locales), countries, money, (locale, country, amount) => {
      const words = replySentence(wordingIn(locale, { country }), 'refundApproved', { amount }) ?? ''
      const [before = '', after = ''] = builtIn[locale].refundApproved.split('{amount}')
      const written = words.slice(before.length, words.length - after.length)
      expect(written.endsWith(` ${amount.currency}`)).toBe(true)
      const digits = (amount.amount.split('.')[1] ?? '').length
      expect(plain(written, digits)).toBe(amount.amount)
    }),
    { numRuns: 500 },
  )
})

test('in any language nothing is said without all of its facts, and with them nothing stays in braces but what a fact brought', () => {
  fc.assert(
    fc.property(fc.constantFrom(...locales), fc.constantFrom(...sentences), facts, (locale, key, given) => {
      for (const missing of replyVariables[key]) {
        const { [missing as keyof ReplyFacts]: _, ...rest } = given
        expect(replySentence(wordingIn(locale), key, rest)).toBeNull()
      }
      const tame = { ...given, product: 'Northwind Plus', descriptor: 'NW', reference: 'R-1' }
      expect(replySentence(wordingIn(locale), key, tame)).not.toMatch(/[{}]/)
      const words = replySentence(wordingIn(locale), key, given) ?? ''
      for (const name of ['product', 'descriptor', 'reference'] as const)
        if ((replyVariables[key] as readonly string[]).includes(name)) expect(words).toContain(given[name])
    }),
    { numRuns: 1000 },
  )
})

const notForCustomers = ['visa ••', 'visa ••••••', 'visa ••12', 'voucher boleto_flash', '–', '', '1a2b3c4d…']

test('in any language no reply has a mask, a cut-off id, an underscore or a dash in place of nothing, whatever its facts are', () => {
  const hostile = fc.constantFrom(...notForCustomers, 'visa ••0119', 'PayPal')
  fc.assert(
    fc.property(fc.constantFrom(...locales), facts, hostile, hostile, (locale, given, method, product) => {
      const parts = sentences.map((key) => ({ key, facts: { ...given, method, product } }))
      expect(replyOf(wordingIn(locale), parts)).not.toMatch(/[•_]|–\.|\w…/)
    }),
    { numRuns: 50 },
  )
})

test('a sentence whose own text leaves a variable out is still said only with the fact behind it', () => {
  const texts = { ...builtIn.en, accessUntil: 'You keep your access.' }
  expect(replySentence(wordingIn('en', { texts }), 'accessUntil', { until: null })).toBeNull()
  expect(replySentence(wordingIn('en', { texts }), 'accessUntil', { until: '2026-03-04' })).toBe('You keep your access.')
})

it.each([
  ['en', 'US', 'March 4, 2026', '1,234.50 BRL'],
  ['en', 'NL', '4 March 2026', '1,234.50 BRL'],
  ['de', 'DE', '4. März 2026', '1.234,50 BRL'],
  ['de', 'CH', '4. März 2026', "1'234.50 BRL"],
  ['es', 'MX', '4 de marzo de 2026', '1,234.50 BRL'],
  ['es', 'AR', '4 de marzo de 2026', '1.234,50 BRL'],
  ['fr', 'FR', '4 mars 2026', '1 234,50 BRL'],
  ['pt', 'BR', '4 de março de 2026', '1.234,50 BRL'],
] as const)('%s in %s writes %s and %s', (locale, country, written, amount) => {
  const given = { amount: { amount: '1234.50', currency: 'BRL' }, day: '2026-03-04 10:00:00' }
  const words = replySentence(wordingIn(locale, { country }), 'chargedOnce', given)
    ?.replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace('’', "'")
  expect(words).toContain(written)
  expect(words).toContain(amount)
})

it.each(['2026-02-30', '2026-02-30 10:00:00', '0000-00-00 00:00:00', '2026-13-45 10:00:00', '2026-04-01 25:00:00'])(
  'nothing is said of a day that no calendar has: %s',
  (day) => {
    const amount = { amount: '162.00', currency: 'BRL' }
    for (const locale of locales) {
      expect(replySentence(wordingIn(locale), 'chargedOnce', { amount, day })).toBeNull()
      expect(replySentence(wordingIn(locale), 'accessUntil', { until: day })).toBeNull()
    }
    const words = replySentence(wordingIn('en'), 'receivedMixed', { count: 2, payments: [1, 2].map(() => ({ amount, day })) })
    expect(words).toBe('We received 2 payments for this order: 162.00 BRL and 162.00 BRL.')
  },
)

it.each([
  ['en', 'We received 2 payments for this order, 165.00 BRL in total: 162.00 BRL on 4 March 2026 and 3.00 BRL.'],
  ['de', 'Wir haben für diese Bestellung 2 Zahlungen erhalten, insgesamt 165,00 BRL: 162,00 BRL am 4. März 2026 und 3,00 BRL.'],
] as const)('several payments are listed in %s, each with its day where it has one', (locale, words) => {
  const brl = (amount: string) => ({ amount, currency: 'BRL' })
  const payments = [
    { amount: brl('162.00'), day: '2026-03-04' },
    { amount: brl('3.00'), day: null },
  ]
  expect(replySentence(wordingIn(locale), 'receivedTotal', { count: 2, total: brl('165.00'), payments })).toBe(words)
})

it('a word of the service’s can’t break a line of a reply, or hide in it', () => {
  const said = (descriptor: string) => replySentence(wordingIn('en'), 'chargeStatement', { descriptor })
  expect(said('NW\r\nBILL\u202e\u200b*shop\u{e0041}')).toBe(said('NW BILL*shop'))
  expect(said('\u200b\n')).toBeNull()
  expect(replySentence(wordingIn('en'), 'refundReference', { reference: 'R\u20281' })).toMatch(/is R 1\.$/)
  expect(replySentence(wordingIn('en'), 'planMoved', { product: 'North\u2066wind' })).toContain(' Northwind.')
})

it('a card is named by its last digits as the language says it', () => {
  const said = (locale: ReplyLocale, method: string) => replySentence(wordingIn(locale), 'chargeMethod', { method })
  expect(said('en', 'visa ••0119')).toBe('You paid with visa ending in 0119.')
  expect(said('de', 'card ••0119')).toBe('Bezahlt wurde mit Karte mit den Endziffern 0119.')
  expect(said('fr', 'PayPal')).toBe('Il a été effectué avec PayPal.')
})

it('a reply has the greeting, the closing and the signature of the account, and none where that is empty', () => {
  const parts: ReplyPart[] = [{ key: 'notCharged' }, { key: 'accessUntil', facts: {} }, { key: 'tryAnother' }]
  const body = 'You weren’t charged. Please try another payment method or contact your bank.'
  expect(replyBody(wordingIn('en'), parts)).toBe(body)
  expect(replyOf(wordingIn('en'), parts)).toBe(`Hello,\n\n${body}\n\nKind regards`)
  const texts = { ...builtIn.en, hello: '', signature: '{agent}\nNorthwind' }
  expect(replyOf(wordingIn('en', { texts }), parts)).toBe(`${body}\n\nKind regards\nNadia Kerr\nNorthwind`)
})

it('a reply begins in the language that the buyer used, else in that of the country, else in English', () => {
  expect(['BR', 'at', 'MX', 'FR', 'NL', null].map((country) => replyLocaleOf({ country }))).toEqual(
    ['pt', 'de', 'es', 'fr', 'en', 'en'], //
  )
  expect(replyLocaleOf({ country: 'BR', language: 'DE' })).toBe('de')
  expect(replyLocaleOf({ country: 'DE', language: 'nl' })).toBe('en')
})
