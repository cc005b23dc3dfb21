import { expect, it } from 'vitest'
import { chargeLike, orderLike } from '../charges/examples-for-tests'
import { columnsOf, rowsOf } from './columns'

const order = orderLike([chargeLike({ amount: '10.00', currency: 'EUR' })])

/** The cells of a file's first row, by the names of their columns. */
const cells = (kind: 'orders' | 'attempts') => {
  const [row] = rowsOf(order, kind)
  if (!row) throw new Error('There is no row.')
  return Object.fromEntries(columnsOf[kind].map(({ name, of }) => [name, of(row)]))
}

it('writes an amount beside the currency it is in, which may be another than the order’s', () => {
  expect(cells('attempts')).toMatchObject({ amount: '10.00', currency: 'EUR' })
  expect(cells('orders')).toMatchObject({ received: '10.00', receivedCurrency: 'EUR', currency: 'BRL' })
})
