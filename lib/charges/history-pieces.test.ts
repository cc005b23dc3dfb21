import { expect, it } from 'vitest'
import { daysOf } from './days'
import { chargeLike, orderLike, workedExample } from './examples-for-tests'
import { coverageWords, joinPieces } from './history-pieces'
import { knownOfBuyer } from './known-of-buyer'
import { lastPaidByProduct } from './last-paid'
import { methodsSeen } from './methods-seen'
import { receivedByMonth } from './months'

const gap = { unreadable: true, orderId: null } as const

it('keeps an order that came in two pieces once', () => {
  const history = joinPieces([
    { orders: [workedExample, gap], total: 3, next: 'older' },
    { orders: [workedExample, gap], total: 3, next: null },
  ])
  expect(history).toEqual({ orders: [workedExample, gap, gap], total: 3, complete: true })
})

it.each([
  [{ total: 1000, complete: false }, 'of the 1 newest of 1,000 orders'],
  [{ total: null, complete: false }, 'of the 1 newest orders, there are more'],
  [{ total: 1, complete: true }, null],
])('says what a sum rests on: %j', (told, words) => {
  expect(coverageWords({ orders: [workedExample], ...told })).toBe(words)
})

it('leaves an order without a day beside its neighbour', () => {
  const later = orderLike([], { createdAt: '2025-03-05 00:00:01' })
  expect(daysOf([later, gap, workedExample])).toEqual([
    { day: '2025-03-05', rows: [later, gap] },
    { day: '2025-03-04', rows: [workedExample] },
  ])
  expect(daysOf([gap])).toEqual([{ day: null, rows: [gap] }])
})

it('sums what was received by month, months without money included', () => {
  const april = orderLike([chargeLike({ createdAt: '2025-04-07 14:47:19', amount: '129.00' })])
  expect(receivedByMonth([april, workedExample], 'BRL', '2025-04', 3)).toEqual([
    { month: '2025-02', amount: '0' },
    { month: '2025-03', amount: '162.00' },
    { month: '2025-04', amount: '129.00' },
  ])
})

it('knows the person from the newest attempt with billing data', () => {
  expect(knownOfBuyer([orderLike([chargeLike()]), workedExample])).toMatchObject({
    day: '2025-03-04',
    billing: { firstName: 'Tainara', country: 'br' },
  })
  expect(knownOfBuyer([])).toBeNull()
})

it('takes the last price of a product from the newest order with money received', () => {
  const declined = orderLike([chargeLike({ status: 'declined' })], { products: workedExample.products })
  expect(lastPaidByProduct([declined, workedExample]).get('4a9fa243-8c80-4f38-9e5b-83b419b908ef')).toEqual({
    amount: '162.00',
    currency: 'BRL',
    day: '2025-03-04',
  })
  expect(lastPaidByProduct([declined]).size).toBe(0)
})

it('shows each payment method of the history once', () => {
  expect(methodsSeen([workedExample]).map(({ words, attempts, received }) => ({ words, attempts, received }))).toEqual([
    { words: 'voucher boleto_flash', attempts: 1, received: 0 },
    { words: 'visa ••0119, credit, BR', attempts: 2, received: 1 },
  ])
})
