import { expect, it } from 'vitest'
import { fold } from './fold'

it.each([
  ['Inédita', 'inedita'],
  ["Ødd  O'Field", "odd o'field"],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['İpek Işık', 'ipek isik'],
  ['لَيَان', 'ليان'],
  ['Мария Ёлкина', 'мария елкина'],
  ['\u200fSunny\u200e 👨‍👩‍👧', 'sunny 👨👩👧'],
  ['ﬁne', 'fine'],
  ['a\tb\n c', 'a b c'],
])('%s is searched as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

it('what is folded stays as it is, of whatever characters', () => {
  const changed: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const folded = fold(String.fromCodePoint(code))
    if (fold(folded) !== folded) changed.push(code.toString(16))
  }
  expect(changed).toEqual([])
})
