import { expect, it } from 'vitest'
import { holdsUnseen, inPlainSight } from './unseen'

const signs = [
  ...['\u0000', '\t', '\u0085', '\u00ad', '\u061c', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029'],
  ...['\u202a', '\u202e', '\u2060', '\u2064', '\u2066', '\u2069', '\ufeff', '\u{e0000}', '\u{e0041}', '\u{e007f}', '\ud800'],
]

it.each(signs.map((sign) => [sign.codePointAt(0)?.toString(16), sign]))('U+%s is found, and taken out', (_, sign) => {
  expect(holdsUnseen(`Kind${sign}regards`)).toBe(true)
  expect(holdsUnseen(inPlainSight(`NW${sign}BILL`))).toBe(false)
  expect(inPlainSight(`NW${sign}BILL`)).toMatch(/^NW ?BILL$/)
})

it('what is written in the languages of replies passes, and so do emoji', () => {
  for (const text of ['Grüße\nNorthwind', '1\u202f234,50\u00a0€', 'l’été, açúcar, ¿qué?', '👩‍💻 👍🏽 👩🏽‍🚀 ❤️‍🔥 🏳️‍🌈'])
    expect(holdsUnseen(text)).toBe(false)
})

it('a text of several lines becomes one of one line', () => {
  expect(inPlainSight(' NW\r\n BILL\u2029*shop\u202e ')).toBe('NW BILL *shop')
})
