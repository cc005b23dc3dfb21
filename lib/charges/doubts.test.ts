import { expect, it } from 'vitest'
import type { Order } from '../operations/schemas/charge-history'
import { doubtsOf } from './doubts'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'

const today = '2025-03-20'
const kinds = (order: Order, day = today) => doubtsOf(order, day).map(({ kind }) => kind)
const line = (amount: string, quantity = '1') => ({ quantity, prices: { amountWithDiscountAndCouponAndTax: amount } })
const withLines = (total: string, ...products: object[]) =>
  orderLike([chargeLike()], { products, totalPrices: { amountWithDiscountAndCouponAndTax: total } })

it('a cascade that paid in the second of the decline is no doubt', () => {
  expect(kinds(exampleOrder, '2025-03-05')).toEqual([])
})

it('two receipts in one order are a doubt, with both times', () => {
  const order = orderLike([chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })])
  expect(doubtsOf(order, today)).toEqual([
    { kind: 'twice', evidence: 'settled 162.00 BRL at 2025-03-04 10:02:41, settled 162.00 BRL at 2025-03-04 10:03:21' },
  ])
})

it('a decline after the money was there is a doubt, one before it is not', () => {
  const declined = (createdAt: string) => chargeLike({ status: 'declined', createdAt })
  expect(kinds(orderLike([chargeLike(), declined('2025-03-04 10:02:42')]))).toEqual(['declined-after'])
  expect(kinds(orderLike([declined('2025-03-04 10:02:40'), chargeLike()]))).toEqual([])
})

it('a status that the service names nowhere is a doubt, and so is a receipt below zero', () => {
  const open = orderLike([chargeLike(), chargeLike({ status: 'chargeback_open', createdAt: '2025-03-08 10:00:00' })])
  expect(doubtsOf(open, today)).toEqual([
    { kind: 'unknown-status', evidence: 'chargeback_open 162.00 BRL at 2025-03-08 10:00:00' },
  ])
  expect(kinds(orderLike([chargeLike({ amount: '-5.00' })]))).toEqual(['unknown-status'])
  expect(kinds(orderLike([]))).toEqual([])
})

it('a deferred payment is a doubt from the eighth day on', () => {
  const order = orderLike([openVoucher({ createdAt: '2025-03-04 09:10:05' })])
  expect(kinds(order, '2025-03-11')).toEqual([])
  expect(doubtsOf(order, '2025-03-12')).toEqual([{ kind: 'old-deferred', evidence: '162.00 BRL unpaid for 8 days' }])
})

it('a deferred payment is no doubt once another attempt has paid the order', () => {
  const voucher = openVoucher({ createdAt: '2025-03-04 09:10:05' })
  const paid = chargeLike({ createdAt: '2025-03-04 10:02:41' })
  expect(kinds(orderLike([voucher, paid]), '2025-03-20')).toEqual([])
})

it('lines that add up in no reading of their quantity are a doubt', () => {
  expect(kinds(withLines('162.00', line('100.00'), line('62.00')))).toEqual([])
  expect(kinds(withLines('162.00', line('81.00', '2')))).toEqual([])
  expect(kinds(withLines('162.00', line('162.00', '2')))).toEqual([])
  expect(doubtsOf(withLines('162.01', line('162.00')), today)).toMatchObject([
    { kind: 'lines-differ', evidence: 'lines add up to 162.00 BRL, but the total is 162.01 BRL (difference 0.01 BRL)' },
  ])
  expect(kinds(withLines('162.01', line('162.00'), { quantity: '1' }))).toEqual([])
})

it('a charge that names another currency than its order is a doubt', () => {
  expect(kinds(orderLike([chargeLike({ currency: 'BRL' })]))).toEqual([])
  expect(kinds(orderLike([chargeLike({ currency: 'USD' })]))).toEqual(['other-currency'])
})
