import { describe, expect, it } from 'vitest'
import { localeOfCountry, replyOf, replySentence } from './reply'
import { type ReplyKey, type ReplyLocale, replyLocales, replyTexts } from './reply-texts'

const locales = Object.keys(replyLocales) as ReplyLocale[]
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe.each(locales)('the texts in %s', (locale) => {
  it.each(Object.keys(replyTexts.en) as ReplyKey[])('say in %s what the English ones say', (key) => {
    expect(placeholders(replyTexts[locale][key])).toEqual(placeholders(replyTexts.en[key]))
  })
})

it.each([
  ['en', 'Your refund of 9,007,199,254,740,993.250 KWD has been approved'],
  ['de', 'Ihre Erstattung von 9.007.199.254.740.993,250 KWD ist genehmigt'],
  ['pt', 'O seu reembolso de 9.007.199.254.740.993,250 KWD foi aprovado'],
] as const)('an amount beyond 2^53 keeps every digit in %s', (locale, begins) => {
  const amount = { amount: '9007199254740993.250', currency: 'KWD' }
  expect(replySentence(locale, 'refundApproved', { amount })).toContain(begins)
})

it('a day is written as the language writes it, and a sentence without its fact is left out', () => {
  expect(replySentence('de', 'accessUntil', { until: '2026-03-04' })).toBe('Sie können es bis zum 4. März 2026 nutzen.')
  expect(replySentence('fr', 'accessUntil', { until: '2026-03-04 10:00:00' })).toBe(
    'Vous pouvez l’utiliser jusqu’au 4 mars 2026.',
  )
  expect(replySentence('en', 'accessUntil', { until: null })).toBeNull()
  expect(
    replyOf('en', [
      { key: 'accessUntil', facts: {} },
      { key: 'nothingRefunded', facts: {} },
    ]),
  ).toBe('Hello,\n\nThis doesn’t affect payments you’ve already made.\n\nKind regards')
})

it('a reply begins in the language of the country, and in English where nobody knows', () => {
  expect(['BR', 'at', 'MX', 'FR', 'NL', null].map(localeOfCountry)).toEqual(['pt', 'de', 'es', 'fr', 'en', 'en'])
})
