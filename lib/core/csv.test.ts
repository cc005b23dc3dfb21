import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csv, tabbed } from './csv'

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '=1+1',
    '+49 30',
    '-x',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1+1',
    ' =1+1',
    'a;=1+1',
    '\u0000',
    '＝1',
    'a,b',
    '"',
    '""',
    'a\r\nb',
    '\n',
    ' ',
    '-12.50',
    '\uFEFF',
  ),
)
const signs = [...'=+-@\0＝＋－＠']
const isFormula = (cell: string) => signs.some((sign) => cell.trimStart().startsWith(sign)) || /^[\t\r\n]/.test(cell)

/** What a cell is read back as: one that a spreadsheet would run is kept from it by a `'`. */
const kept = (cell: string) => (isFormula(cell) && !/^-?\d{1,18}(\.\d+)?$/.test(cell) ? `'${cell}` : cell)

it('a foreign reader gets the same cells back, whatever stands in them (A34)', () => {
  const table = fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(table, (rows) => {
      const read: string[][] = parse(csv(rows), { bom: true, skip_empty_lines: false, record_delimiter: '\r\n' })
      expect(read).toEqual(rows.map((row) => row.map(kept)))
    }),
    { numRuns: 500 },
  )
})

it('no cell begins as a formula but an amount, and amounts stay numbers (A34)', () => {
  const read: string[][] = parse(csv([['=1', '-12.50', '-1e5', '－1', '-9007199254740993.001']]), { bom: true })
  expect(read).toEqual([["'=1", '-12.50', "'-1e5", "'－1", '-9007199254740993.001']])
})

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
