import { expect, it } from 'vitest'
import { order as orderSchema } from '../operations/schemas/charge-history'
import { refundStory } from './refund-story'

const card = { type: 'card', data: { brand: 'visa', lastFourDigits: '4242' } }
const orderOf = (orderId: string, charges: Record<string, unknown>[]) =>
  orderSchema.parse({
    orderId,
    createdAt: '2026-11-19 05:57:30',
    currency: 'EUR',
    charges: charges.map((charge, at) => ({
      chargeId: `${orderId}-${at}`,
      amount: '42.84',
      status: 'settled',
      paymentMethod: card,
      provider: 'acq',
      createdAt: `2026-11-19 05:58:${String(at).padStart(2, '0')}`,
      ...charge,
    })),
  })
const storyOf = (order: ReturnType<typeof orderOf>, at: number, others: ReturnType<typeof orderOf>[] = []) => {
  const charge = order.charges[at]
  if (!charge) throw new Error('No such charge')
  const received = [order, ...others].flatMap((each) =>
    each.charges.filter(({ status }) => status === 'settled').map((one) => ({ order: each, charge: one })),
  )
  return refundStory({ order, charge }, received)
}

it('tells what was tried in the order of time, with the charge itself marked', () => {
  const order = orderOf('o', [{ status: 'declined', code: 'acq.insufficient_funds' }, {}])
  expect(storyOf(order, 1)).toMatchObject({
    attempts: [
      { family: 'lost', words: 'insufficient funds, or a limit reached', isThis: false },
      { family: 'received', words: 'settled', amount: '42.84', currency: 'EUR', isThis: true },
    ],
    leftOut: 0,
    equals: null,
  })
})

it('places a charge among its equals, in its own order and in others of that day', () => {
  const order = orderOf('o', [{}, { createdAt: '2026-11-19 05:58:40' }])
  expect(storyOf(order, 1).equals).toEqual({ rank: 2, of: 2, seconds: 40 })
  const earlier = orderOf('p', [{ createdAt: '2026-11-19 04:58:00' }])
  expect(storyOf(order, 0, [earlier]).equals).toEqual({ rank: 2, of: 3, seconds: 3600 })
})

it('keeps the newest attempts of many and every one that received money, and counts the rest', () => {
  const order = orderOf('o', [{}, ...Array.from({ length: 20 }, () => ({ status: 'declined' }))])
  const { attempts, leftOut } = storyOf(order, 0)
  expect([attempts.length, leftOut, attempts.filter(({ isThis }) => isThis).length]).toEqual([13, 8, 1])
})
