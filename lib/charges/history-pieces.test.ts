import { expect, it } from 'vitest'
import { chargeLike, exampleOrder, orderLike } from './examples-for-tests'
import { describeCoverage, joinPieces, missingOf } from './history-pieces'
import { knownOfBuyer } from './known-of-buyer'
import { lastPaidByProduct } from './last-paid'
import { methodsSeen } from './methods-seen'
import { receivedByMonth } from './months'

const gap = { unreadable: true, orderId: null } as const

it('keeps an order that came in two pieces once', () => {
  const history = joinPieces([
    { orders: [exampleOrder, gap], total: 3, next: 'older' },
    { orders: [exampleOrder, gap], total: 3, next: null },
  ])
  expect(history).toEqual({ orders: [exampleOrder, gap, gap], total: 3, complete: true })
})

it.each([
  [{ total: 1000, complete: false }, 'of the 1 newest of 1,000 orders'],
  [{ total: null, complete: false }, 'of the 1 newest orders (there are more)'],
  [{ total: 1, complete: true }, null],
])('says what a sum rests on: %j', (progress, words) => {
  expect(describeCoverage({ orders: [exampleOrder], ...progress })).toBe(words)
})

it.each([
  ['nothing', { state: 'read', orders: [exampleOrder], total: 1, complete: true }, null],
  ['some, where no total is told', { state: 'read', orders: [exampleOrder], total: null, complete: true }, 'didn’t say how many'],
  ['all, where no total is told', { state: 'read', orders: [], total: null, complete: true }, 'didn’t say how many'],
  ['nothing, where there is none', { state: 'read', orders: [], total: 0, complete: true }, null],
  ['all, while it loads', { state: 'loading', orders: [], total: null, complete: false }, 'still loading'],
  ['all, where it failed', { state: 'failed', orders: [], total: null, complete: false }, 'didn’t load'],
  [
    'the older ones',
    { state: 'read', orders: [exampleOrder], total: 1000, complete: false },
    'Only the 1 newest of 1,000 orders',
  ],
  ['one that cannot be read', { state: 'read', orders: [exampleOrder, gap], total: 2, complete: true }, 'couldn’t read 1 order'],
  ['those the service kept', { state: 'read', orders: [exampleOrder], total: 3, complete: true }, 'reported 3 orders but sent 1'],
] as const)('says that %s is missing', (_, { orders, ...history }, says) => {
  const missing = missingOf({ ...history, orders: [...orders] })
  if (says === null) expect(missing).toBeNull()
  else expect(missing?.says).toContain(says)
})

it('sums what was received by month, months without money included', () => {
  const april = orderLike([chargeLike({ createdAt: '2025-04-07 14:47:19', amount: '129.00' })])
  expect(receivedByMonth([april, exampleOrder], 'BRL', '2025-04', 3)).toEqual([
    { month: '2025-02', amount: '0' },
    { month: '2025-03', amount: '162.00' },
    { month: '2025-04', amount: '129.00' },
  ])
})

it('knows the person from the newest attempt with billing data', () => {
  expect(knownOfBuyer([orderLike([chargeLike()]), exampleOrder])).toMatchObject({
    day: '2025-03-04',
    billing: { firstName: 'Tainara', country: 'br' },
  })
  expect(knownOfBuyer([])).toBeNull()
})

it('takes the last price of a product from the newest order with money received', () => {
  const declined = orderLike([chargeLike({ status: 'declined' })], { products: exampleOrder.products })
  expect(lastPaidByProduct([declined, exampleOrder]).get('4a9fa243-8c80-4f38-9e5b-83b419b908ef')).toEqual({
    amount: '162.00',
    currency: 'BRL',
    day: '2025-03-04',
  })
  expect(lastPaidByProduct([declined]).size).toBe(0)
})

it('shows each payment method of the history once', () => {
  expect(methodsSeen([exampleOrder]).map(({ words, attempts, received }) => ({ words, attempts, received }))).toEqual([
    { words: 'voucher boleto_flash', attempts: 1, received: 0 },
    { words: 'visa ••0119, credit, BR', attempts: 2, received: 1 },
  ])
})
