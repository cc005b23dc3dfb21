import fc from 'fast-check'
import { chargeLike, orderLike } from './examples-for-tests'

const status = fc.constantFrom('settled', 'captured', 'declined', 'failed', 'deferred', 'authorized', 'created', 'in_review')
const charge = fc
  .record({
    status,
    amount: fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
    currency: fc.constantFrom(null, 'EUR', 'JPY'),
    createdAt: fc.constantFrom('2025-03-04 10:02:41', '2025-03-05 10:02:41', '2025-02-30 10:02:41', null),
  })
  .map(chargeLike)
const order = fc
  .tuple(fc.array(charge, { maxLength: 4 }), fc.integer({ min: 0, max: 35 }))
  .map(([charges, day]) => orderLike(charges, { createdAt: `2025-03-${String(day).padStart(2, '0')} 09:08:41` }))
const unreadable = fc.constant({ unreadable: true as const, orderId: 'gap' })
const orders = fc.array(fc.oneof({ weight: 9, arbitrary: order }, { weight: 1, arbitrary: unreadable }), { maxLength: 12 })
/** Histories of every kind of order, whole or in part. */
export const histories = fc.record({ orders, complete: fc.boolean(), state: fc.constantFrom('read' as const, 'failed' as const) })
