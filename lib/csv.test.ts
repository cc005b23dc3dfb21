import { expect, it } from 'vitest'
import { csv, tabbed } from './csv'

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tcell', "'\tcell"],
  ['＝1', "'＝1"],
  ['-35.09', '-35.09'],
  ['98765.43', '98765.43'],
  ['−35.09', '−35.09'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
])('the cell %j is written %j', (value, written) => {
  expect(csv([[value]])).toBe(`\uFEFF${written}\r\n`)
})

it('a clipboard gets tabs between cells, no line breaks within, and no formulas', () => {
  expect(
    tabbed([
      ['a\tb', '=1'],
      ['c\nd', '-1.5'],
    ]),
  ).toBe("a b\t'=1\nc d\t-1.5")
})
