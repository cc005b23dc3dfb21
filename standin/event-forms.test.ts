import { expect, test } from 'vitest'
import { type EventForm, eventForms } from './event-forms'

const charge = {
  ...{
    type: 'charge',
    action: 'charge_settle',
    merchant: 'northwind',
    buyer: { id: 'b-1', email: 'a@example.test', metaData: [] },
  },
  chargeData: {
    ...{ id: 'c-1', createdAt: '2026-11-22 03:10:00.000000', provider: { name: 'acq' } },
    order: { amount: '19.90', metaData: { a: 'b' } },
  },
}
const subscription = {
  ...{ type: 'subscription', action: 'subscription_manual_end_date', merchant: 'northwind', buyer: charge.buyer },
  subscriptionData: { id: 's-1', updatedAt: '2026-11-22 03:10:00', autochargeStatus: true },
}
const written = (form: EventForm, body: object = charge) =>
  eventForms[form](body as typeof charge, { time: '2026-11-22 02:00:00' })

test.each([
  ['sameSecond', '"createdAt":"2026-11-22 02:00:00"'],
  ['withT', '"createdAt":"2026-11-22T03:10:00"'],
  ['numberAmount', '"amount":19.90,'],
  ['metaList', '"metaData":[]}}}'],
  ['oldShape', '"buyerId":"b-1","buyerEmail":"a@example.test"'],
  ['unknownAction', '"action":"charge_settle_v4"'],
  ['foreign', '"merchant":"southbay"'],
  ['notJson', '<!doctype html>'],
] as const)('a charge with the fault %s has %s', (form, part) => {
  expect(JSON.stringify(charge)).not.toContain(part)
  expect(written(form)).toContain(part)
})

test.each([
  ['micros', '"updatedAt":"2026-11-22 03:10:00.000000"'],
  ['oldShape', '"autoChargeStatus":true'],
] as const)('a subscription with the fault %s has %s', (form, part) => expect(written(form, subscription)).toContain(part))

test.each([
  ['noTimes', 'createdAt'],
  ['noProvider', 'provider'],
  ['oldShape', '"buyer":'],
] as const)('a charge with the fault %s has no %s', (form, part) => {
  expect(JSON.stringify(charge)).toContain(part)
  expect(written(form)).not.toContain(part)
})

test('one that is huge is larger than any door lets in', () => expect(written('huge').length).toBeGreaterThan(65_536))
