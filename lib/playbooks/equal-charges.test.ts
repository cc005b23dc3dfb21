import { expect, it } from 'vitest'
import { formatInterval } from '@/lib/core/dates'
import { order as orderSchema } from '../operations/schemas/charge-history'
import { askedFor, question, refund, subscription } from './ticket-for-tests'

const card = (lastFourDigits: string) => ({ type: 'card', data: { brand: 'visa', lastFourDigits } })

function paidTwice(second: Record<string, unknown> = {}) {
  const charge = { amount: '42.84', status: 'settled', paymentMethod: card('4242') }
  return orderSchema.parse({
    orderId: 'o-1',
    createdAt: '2026-11-19 05:57:30',
    type: 'checkout',
    currency: 'EUR',
    products: [{ id: 'p-1', name: 'Northwind Pro 1 month' }],
    charges: [
      { ...charge, chargeId: 'c-1', createdAt: '2026-11-19 05:57:50' },
      { ...charge, chargeId: 'c-2', createdAt: '2026-11-19 05:58:30', ...second },
    ],
  })
}

const asked = (order = paidTwice(), refunds: (typeof refund)[] = []) =>
  question(
    'refund',
    {},
    { orders: [order], subscriptions: [subscription(true, { endDate: '2026-12-17T05:57:50+00:00' })], refunds },
  )

it('two equal charges are told apart, and the later one is preselected with its reason', () => {
  const { choices, preselected } = asked()
  expect(choices.map(({ words, aside }) => [words, aside])).toEqual([
    ['1st, 05:57:50', 'Pays for Northwind Pro 1 month until 17 Dec 2026.'],
    ['2nd, 05:58:30', '40 seconds after the 1st, same card and amount. Likely the duplicate.'],
    ['Neither of them', ''],
  ])
  expect(preselected).toBe('o-1 c-2')
})

it('what was received is said in the currency of its charge', () => {
  const { checks } = question('refund', { charge: 'o-1 c-2' }, { orders: [paidTwice({ currency: 'USD' })] })
  expect(checks).toContainEqual({ term: 'Received', says: '42.84 USD' })
})

it('the day is said where the charges are not all of one', () => {
  const older = orderSchema.parse({ ...paidTwice(), orderId: 'o-0', charges: paidTwice().charges.slice(0, 1) })
  const day = { ...older, charges: older.charges.map((each) => ({ ...each, chargeId: 'c-0', createdAt: '2026-10-19 05:57:50' })) }
  const { choices } = question('refund', {}, { orders: [paidTwice(), day] })
  expect(choices.map(({ words }) => words)).toEqual([
    '1st on 19 Nov 2026, 05:57:50',
    '2nd on 19 Nov 2026, 05:58:30',
    '19 Oct 2026',
    'None of these',
  ])
})

it.each([
  ['another card', { paymentMethod: card('0119') }],
  ['no known method', { paymentMethod: null }],
  ['more than ten minutes later', { createdAt: '2026-11-19 06:07:51' }],
  ['another amount', { amount: '42.85' }],
  ['a time that can’t be read', { createdAt: null }],
])('nothing is preselected of a charge with %s', (_, second) => {
  expect(asked(paidTwice(second)).preselected).toBeUndefined()
})

it('a charge at the last second of the ten minutes still looks like the duplicate', () => {
  expect(asked(paidTwice({ createdAt: '2026-11-19 06:07:50' })).preselected).toBe('o-1 c-2')
})

it('once a refund of one of them is open it can’t be chosen again, and the other isn’t preselected', () => {
  const open = askedFor('2026-11-22T06:21:09.000Z', { charge: { ...refund.charge, chargeId: 'c-2' } })
  const { choices, preselected } = asked(paidTwice(), [open])
  expect(choices.map(({ disabledBecause }) => disabledBecause)).toEqual([undefined, 'refund requested at 06:21', undefined])
  expect(preselected).toBeUndefined()
})

it('the only charge there is, is preselected; of what was not read none is called the only one', () => {
  expect(question('refund', {}).preselected).toBe('o-1 c-1')
  const missing = { history: 'The charge history didn’t load.', subscriptions: null, refunds: null }
  expect(question('refund', {}, { missing }).preselected).toBeUndefined()
})

it('a duplicate needs no reason, and leaves the subscription alone', () => {
  const given = { charge: 'o-1 c-2', amount: '42.84' }
  const step = question('refund', { charge: 'o-1 c-2' }, { orders: [paidTwice()] })
  expect([step.name, step.checks[0]?.says]).toEqual(['amount', 'received twice'])
  expect(question('refund', { ...given, charge: 'o-1 c-1' }, { orders: [paidTwice()] }).name).toBe('why')
})

it.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [60, '1 minute'],
  [599, '9 minutes'],
  [7_300, '2 hours'],
])('%i seconds are %s', (seconds, words) => {
  expect(formatInterval(seconds)).toBe(words)
})
