import { describe, expect, test } from 'vitest'
import { type Reading, readEvent } from './reading'

const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
const subscriptionId = '5d0e77b1-0f4b-4e0f-8a0c-3f6f6f3b2a11'
const chargeId = '0b0f9c7e-7f1f-4f57-9a51-2f8a3a1f4c22'

const subscription = {
  type: 'subscription',
  action: 'subscription_manual_auto_charge_off',
  merchant: 'northwind',
  chargeId,
  buyer: { id: buyerId, email: 'nora@example.test', metaData: [] },
  subscriptionData: {
    id: subscriptionId,
    status: 'active',
    endDate: '2027-08-25 00:00:00',
    createdAt: '2025-08-25 10:00:00',
    updatedAt: '2026-11-22 14:03:11',
    autochargeStatus: false,
    product: { code: 'pro-12', name: 'Pro, 12 months', productPrice: { amount: '95.40', currency: 'eur' } },
  },
}

const charge = {
  type: 'charge',
  action: 'charge_settle',
  merchant: 'northwind',
  buyer: { id: buyerId, email: 'nora@example.test' },
  chargeData: {
    id: chargeId,
    status: 'settled',
    firstName: 'Nora',
    lastName: 'Vance',
    createdAt: '2026-11-22 03:10:00.000000',
    isServiceFee: false,
    order: { id: 'Wq7LmR2x', type: 'initial', currency: 'EUR', amount: '95.40', metaData: { counterfoilActionId: 'a-1', n: 5 } },
    paymentMethod: { type: 'card', data: { bin: '411111', lastFour: '4242' } },
    provider: { name: 'acquirer', mid: { name: 'EU' } },
  },
}

const read = (event: unknown): Reading => {
  const reading = readEvent(typeof event === 'string' ? event : JSON.stringify(event), 'UTC')
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  return reading
}
type Data = Record<string, unknown>
const ofSubscription = (more: Data, event: Data = {}) =>
  read({ ...subscription, ...event, subscriptionData: { ...subscription.subscriptionData, ...more } })
const ofCharge = (more: Data, event: Data = {}) => read({ ...charge, ...event, chargeData: { ...charge.chargeData, ...more } })
const said = (reading: Reading) => reading.thing?.of

describe('an event of a subscription', () => {
  test('says what it is about, of whom, and when', () => {
    expect(read(subscription)).toEqual({
      type: 'subscription',
      action: 'subscription_manual_auto_charge_off',
      merchant: 'northwind',
      buyer: { id: buyerId, email: 'nora@example.test', name: null },
      saidAt: '2026-11-22 14:03:11',
      isDoubled: false,
      thing: {
        kind: 'subscription',
        of: {
          ...{ id: subscriptionId, chargeId, status: 'active', endDate: '2027-08-25 00:00:00', autocharge: false },
          ...{ productCode: 'pro-12', productName: 'Pro, 12 months', price: '95.40', currency: 'EUR' },
        },
      },
    })
  })

  test.each(['autochargeStatus', 'autoChargeStatus', 'auto\u0421hargeStatus'])('tells autocharge as %s', (name) => {
    expect(said(ofSubscription({ autochargeStatus: undefined, [name]: true }))).toMatchObject({ autocharge: true })
  })

  test('tells no autocharge where it says two things, or something else', () => {
    for (const more of [{ autoChargeStatus: true }, { autochargeStatus: 'off' }, { autochargeStatus: null }])
      expect(said(ofSubscription(more))).toMatchObject({ autocharge: null })
  })

  test.each([
    ['buyer.email', { buyer: { id: buyerId, email: 'a@example.test' } }, {}],
    ['buyer.buyerEmail', { buyer: { id: buyerId, buyerEmail: 'a@example.test' } }, {}],
    ['subscriptionData.buyerEmail', { buyer: undefined }, { buyerId, buyerEmail: 'a@example.test' }],
  ])('tells the e-mail as %s', (_, event, more) => {
    expect(ofSubscription(more, event).buyer).toEqual({ id: buyerId, email: 'a@example.test', name: null })
  })

  test.each([
    ['"95.40"', '95.40'],
    ['95.40', '95.40'],
    ['9007199254740993.25', '9007199254740993.25'],
    ['0.10', '0.10'],
  ])('keeps the digits of the price %s', (written, price) => {
    const text = JSON.stringify(subscription).replace('"95.40"', written)
    expect(said(read(text))).toMatchObject({ price })
  })
})

describe('an event of a charge', () => {
  test('says what it is about, of whom, and when', () => {
    expect(read(charge)).toMatchObject({
      buyer: { id: buyerId, email: 'nora@example.test', name: 'Nora Vance' },
      saidAt: '2026-11-22 03:10:00',
      thing: {
        kind: 'charge',
        of: {
          ...{ id: chargeId, status: 'settled', isServiceFee: false, orderId: 'Wq7LmR2x', orderType: 'initial' },
          ...{ amount: '95.40', currency: 'EUR', metaData: { counterfoilActionId: 'a-1' }, lastFour: '4242' },
          ...{ provider: 'acquirer', mid: 'EU', decline: null },
        },
      },
    })
  })

  test('of the older shape has its buyer in the charge', () => {
    const reading = ofCharge({ buyerId: buyerId.toUpperCase(), buyerEmail: 'a@example.test' }, { buyer: undefined })
    expect(reading.buyer).toMatchObject({ id: buyerId, email: 'a@example.test' })
  })

  test('that was declined may name no provider, and says why', () => {
    const decline = { declineData: { type: 'decline', code: 'acquirer.51' } }
    const reading = ofCharge(
      { provider: undefined, paymentMethod: { type: 'card', data: null } },
      { type: 'charge_unsuccess', ...decline },
    )
    expect(said(reading)).toMatchObject({ provider: null, mid: null, lastFour: null, decline: 'acquirer.51' })
  })

  test.each([
    ['2026-11-22 03:10:00', '2026-11-22 03:10:00'],
    ['2026-11-22T03:10:00', '2026-11-22 03:10:00'],
    ['2026-11-22 03:10:00.120000', '2026-11-22 03:10:00.12'],
    ['2026-11-22T03:10:00.000000+02:00', '2026-11-22 01:10:00'],
    ['0000-00-00 00:00:00', null],
    [1_700_000_000, null],
    [undefined, null],
  ])('says when: %s', (createdAt, saidAt) => {
    expect(ofCharge({ createdAt }).saidAt).toBe(saidAt)
  })

  test.each([[], null, 'none', { a: 1 }])('has no data of its own in %j', (metaData) => {
    expect(said(ofCharge({ order: { id: 'Wq7LmR2x', metaData } }))).toMatchObject({ metaData: {} })
  })
})

describe('what is new or odd', () => {
  test('is read as far as it goes', () => {
    expect(read({ type: 'invoice', action: 'invoice_paid', merchant: 7, data: {} })).toMatchObject({
      ...{ type: 'invoice', action: 'invoice_paid', merchant: '7', thing: null, saidAt: null },
    })
    expect(said(ofSubscription({ status: 'paused', later: { key: 1 } }))).toMatchObject({ status: 'paused' })
    expect(ofSubscription({ id: 'not-an-id' }).thing).toBeNull()
    expect(read(`\uFEFF${JSON.stringify(charge)}`).action).toBe('charge_settle')
    expect(ofCharge({ firstName: '\ud800A\0', lastName: 'x'.repeat(5_000) }).buyer.name?.length).toBeLessThan(1_010)
  })

  test('a key that is written twice is marked, and the last one holds', () => {
    const twice = read(JSON.stringify(subscription).replace('"status":"active"', '"status":"active","status":"blocked"'))
    expect([twice.isDoubled, said(twice)]).toEqual([true, expect.objectContaining({ status: 'blocked' })])
  })

  test('keys that objects have by nature are no more than keys', () => {
    const reading = read('{"action":"a","type":"charge","__proto__":{"merchant":"x"},"constructor":1}')
    expect([reading.merchant, reading.action]).toEqual([null, 'a'])
  })

  test.each([
    ['', 'it isn’t JSON'],
    ['<html></html>', 'it isn’t JSON'],
    ['null', 'it isn’t a JSON object'],
    ['[]', 'it isn’t a JSON object'],
    ['{"type":"charge"}', 'it names no action'],
    ['{"action":""}', 'it names no action'],
    [`{"action":"a","data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'it’s nested too deeply'],
  ])('%.30s tells nothing', (text, unreadable) => {
    expect(readEvent(text, 'UTC')).toEqual({ unreadable })
  })
})
