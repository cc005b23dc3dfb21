import { expect, it } from 'vitest'
import type { ReplyKey } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import type { ReplyLocale } from './languages'
import { type OwnText, replyTextProblem, replyTextWarnings, tidied, withOwn } from './own-texts'
import { situations } from './situations'
import { builtIn } from './texts/built-in'

const own = (key: ReplyKey, language: ReplyLocale, text: string | null): OwnText => ({
  ...{ key, language, text, version: 1, person: 'Nadia Kerr', at: '2026-03-04T10:00:00.000Z' },
})

it('an account’s own text stands for the built-in one of its language alone, and the English signature for a language without one', () => {
  const texts = [own('bye', 'de', 'Viele Grüße'), own('hello', 'de', null), own('signature', 'en', '{agent}')]
  const german = withOwn(builtIn.de, texts, 'de')
  expect([german.bye, german.hello, german.signature]).toEqual(['Viele Grüße', builtIn.de.hello, '{agent}'])
  expect(withOwn(builtIn.en, texts, 'en').bye).toBe(builtIn.en.bye)
  expect(withOwn(builtIn.de, [...texts, own('signature', 'de', 'Ihr Team')], 'de').signature).toBe('Ihr Team')
})

it('every built-in text is one that could be saved, and leaves nothing out', () => {
  for (const texts of Object.values(builtIn))
    for (const [key, text] of Object.entries(texts) as [ReplyKey, string][]) {
      expect([key, replyTextProblem(key, text), replyTextWarnings(key, text)]).toEqual([key, null, []])
      expect(tidied(text)).toBe(text)
    }
  expect(Object.keys(builtIn.en)).toEqual(Object.keys(replyVariables))
})

it('says what a text leaves out', () => {
  expect(replyTextWarnings('refundDone', 'We’ve refunded you.')).toEqual([
    'This text leaves out the amount.',
    'This text leaves out the day of the payment.',
  ])
  expect(replyTextWarnings('signature', 'Northwind')).toEqual([])
})

it('every sentence is in one situation, under a name of its own', () => {
  const listed = situations.flatMap(({ sentences }) => Object.keys(sentences))
  expect(listed.toSorted()).toEqual(Object.keys(replyVariables).toSorted())
  for (const { sentences } of situations) expect(new Set(Object.values(sentences)).size).toBe(Object.keys(sentences).length)
})

it.each(['\u2028', '\u2029', '\u200e', '\u200f', '\u061c', '\u200b', '\u200d', '\ufeff', '\u202e', '\u{e0041}'])(
  'a text with a character that nobody sees is refused: %j',
  (sign) => {
    for (const key of ['signature', 'notCharged'] as const)
      expect(replyTextProblem(key, `We${sign}re sorry.`)).toBe('Remove control characters')
    expect(replyTextProblem('signature', 'Northwind 👩‍💻')).toBeNull()
  },
)
