import { expect, it } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { summaryPage } from './summary'

const contents = {
  ...{ madeAt: '2026-11-27T08:00:00.000Z', level: 'customer' as const, merchant: 'northwind', buyerId: 'b' },
  ...{ period: { from: null, to: null }, orders: ['o-1'], leftOut: [], journal: { seq: 1, hash: 'a'.repeat(64) } },
}

it('tells the customer what became of a refund, and not that it is still being checked', () => {
  const twice = orderLike([chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })])
  const flag = { kind: 'settled' as const, says: '', proof: null }
  const facts = { amount: { amount: '162.00', currency: 'BRL' }, day: '2025-03-04 10:03:21' }
  const page = (refunds = new Map()) => summaryPage(contents, { orders: [twice], actions: [], refunds })
  expect(page()).toContain('We’re checking whether they’re all correct.')
  const refunded = page(new Map([[twice.orderId, { happened: '', flag, reply: [{ key: 'refundDone', facts }] }]]))
  expect(refunded).toContain('We’ve refunded 162.00')
  expect(refunded).not.toContain('We’re checking')
})
