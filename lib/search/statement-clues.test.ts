import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cluesIn, readings } from './statement-clues'

const now = new Date('2026-11-20T12:00:00Z')
const clues = (line: string) => {
  const { amounts, ...rest } = cluesIn(line, now)
  return { ...rest, amounts: amounts.map(({ amount, currency }) => `${amount} ${currency ?? '?'}`) }
}

describe('a line of a statement', () => {
  it.each([
    [
      '04.03.2025 NB*NORTHWIND, RECIFE 162,00 BRL',
      { amounts: ['162 BRL'], days: ['2025-03-04', '2025-04-03'], lastFours: [], words: 'NB*NORTHWIND, RECIFE' },
    ],
    ['0119 162.00 BRL', { amounts: ['162 BRL'], days: [], lastFours: ['0119'], words: '' }],
    ['162.00 BRL 0119', { amounts: ['162 BRL'], days: [], lastFours: ['0119'], words: '' }],
    [
      'AL*Northwind App R$ 1.234,50 card ••••0119',
      { amounts: ['1234.5 BRL'], days: [], lastFours: ['0119'], words: 'AL*Northwind App' },
    ],
    [
      '12 May 2025 nw-bill.example -42.84 EUR',
      { amounts: ['42.84 EUR'], days: ['2025-05-12'], lastFours: [], words: 'nw-bill.example' },
    ],
    ['Nov 19 nw-bill.example $9.99', { amounts: ['9.99 USD'], days: ['2026-11-19'], lastFours: [], words: 'nw-bill.example' }],
    ['24/12 NORTHWIND ¥1,480', { amounts: ['1.48 JPY', '1480 JPY'], days: ['2025-12-24'], lastFours: [], words: 'NORTHWIND' }],
    ['2025-05-12 10:02:41 Layan', { amounts: [], days: ['2025-05-12'], lastFours: [], words: 'Layan' }],
    ['NB*northwind, RECIFE', { amounts: [], days: [], lastFours: [], words: 'NB*northwind, RECIFE' }],
    ['card 0119', { amounts: [], days: [], lastFours: ['0119'], words: '' }],
    ['The Who 2 items', { amounts: [], days: [], lastFours: [], words: 'The Who 2 items' }],
  ])('%s', (line, expected) => {
    expect(clues(line)).toEqual(expected)
  })

  it('of whatever characters is read without a fault, and in time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (line) => cluesIn(line, now).words.length <= line.length + 10),
    )
    for (const letter of ['1', '1,', 'x', 'USD ', '1.', 'a ', '*']) expect(() => cluesIn(letter.repeat(500))).not.toThrow()
  })
})

it.each([
  ['162,00', ['162']],
  ['1.234,50', ['1234.5']],
  ['1,234,567', ['1234567']],
  ['1.480', ['1.48', '1480']],
  ['1 480', ['1480']],
  ['9.250', ['9.25', '9250']],
  ['12,5', ['12.5']],
])('%s may mean %j', (written, meant) => {
  expect(readings(written)).toEqual(meant)
})
