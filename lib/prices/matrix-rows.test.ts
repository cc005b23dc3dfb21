import { expect, it } from 'vitest'
import { matrixRows, type TableCell } from './matrix-rows'

const cell = (currency: string, total: string): TableCell => ({
  answer: { currency },
  isOutdated: false,
  bundle: {
    bundleHashKey: 'b',
    products: [],
    totalAmount: {
      origin: null,
      discountsAndCoupons: null,
      amountWithDiscountsAndCoupons: null,
      taxPercent: null,
      tax: null,
      amountWithDiscountsAndCouponsAndTax: total,
    },
  },
})
const option = (letter: string, isBaseline: boolean, ...cells: TableCell[]) => ({
  letter,
  words: 'Renew',
  terms: 'no discount',
  isBaseline,
  cells,
})

it('is one row for each cell: amounts as given, differences within a currency, and why where there is none', () => {
  const rows = matrixRows([
    option('A', true, cell('EUR', '54.45'), cell('JPY', '8712')),
    option('B', false, cell('EUR', '19.36'), { problem: 'Products not found' }),
    option('C', false, cell('USD', '1.00'), null),
  ])
  expect(rows.slice(1).map((row) => row.slice(3))).toEqual([
    ['EUR', '54.45', '', '', '', 'baseline'],
    ['JPY', '8712', '', '', '', 'baseline'],
    ['EUR', '19.36', '', '-35.09', '-64.4', ''],
    ['', '', '', '', '', 'Products not found'],
    ['USD', '1.00', '', '', '', ''],
    ['', '', '', '', '', 'not calculated'],
  ])
})
