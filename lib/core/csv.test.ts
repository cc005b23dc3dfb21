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
    'a; "=1+1"',
    'a\t@x',
    'a\n-x',
    'a,=1',
    '"=1',
    ';',
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
const isFormula = (cell: string) => signs.some((sign) => cell.replace(/^[\s"]+/, '').startsWith(sign))
const isAmount = (cell: string) => /^-?\d{1,18}(\.\d+)?$/.test(cell)
const table = fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })

it('a foreign reader gets the same cells back but for what keeps a formula from running (A34)', () => {
  const bare = (rows: string[][]) => rows.map((row) => row.map((cell) => cell.replaceAll("'", '')))
  fc.assert(
    fc.property(table, (rows) => {
      const read: string[][] = parse(csv(rows), { bom: true, skip_empty_lines: false, record_delimiter: '\r\n' })
      expect(bare(read)).toEqual(bare(rows))
      expect(read.flat().filter((cell) => isFormula(cell) && !isAmount(cell))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['semicolons', /[;\r\n]/, csv],
  ['tabs', /[\t\r\n]/, csv],
  ['tabs, from a clipboard', /[\t\r\n]/, tabbed],
  ['anything, from a clipboard', /[,;\t\r\n]/, tabbed],
])('a reader that splits at %s and knows no quotes finds no formula in its cells (A34)', (_, separator, written) => {
  fc.assert(
    fc.property(table, (rows) => {
      const cells = written(rows.map((row) => ['id', ...row])).split(separator)
      expect(cells.filter((cell) => isFormula(cell) && !isAmount(cell))).toEqual([])
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
  ['\tcell', `"'\tcell"`],
  ['＝1', "'＝1"],
  ['-35.09', '-35.09'],
  ['98765.43', '98765.43'],
  ['−35.09', '−35.09'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\tb', '"a\tb"'],
  ['a;=1+1', `"a;'=1+1"`],
  ['a; "=1"', `"a;' ""=1"""`],
  ['a; b', '"a; b"'],
  ['a=b; c-d', '"a=b; c-d"'],
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
