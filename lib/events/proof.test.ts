import { expect, it } from 'vitest'
import { inZone } from '@/lib/core/dates'
import { ruledCommand } from '@/lib/operations/rules'
import { type Act, mayProve } from './proof'
import { readEvent } from './reading'

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'
const actionId = '0b0f9a52-93f1-4f0a-9d2f-0c4f5b1c7a11'
const sentAt = Date.parse('2026-11-22T10:00:00.000Z')
const clock = { zone: 'Europe/Berlin', ahead: 0 }

function act(operation: string, body: object, more: Partial<Act> = {}): Act {
  const command = ruledCommand(operation)
  if (!command) throw new Error(`no command is called ${operation}`)
  const of = { command, actionId, buyerId, target: `subscription:${subscriptionId}`, sentAt }
  return { ...of, body: { ...body }, ...more }
}
const off = act('changeAutochargeStatus', { autochargeStatus: false })
const endDate = act('changeExpirationDate', { expirationDate: '2027-03-01' })
const email = act('changeBuyerEmail', { email: 'nora@example.test' }, { target: `buyer:${buyerId}` })
const order = act('createInitialOrder', {}, { buyerId: null, target: 'order:1' })

const subscription = (action: string, data: object = {}, event: object = {}) => ({
  ...{ type: 'subscription', action: `subscription_${action}`, merchant: 'northwind', buyer: { id: buyerId } },
  subscriptionData: { id: subscriptionId, updatedAt: '2026-11-22 11:00:01', autochargeStatus: false, ...data },
  ...event,
})
const charge = (metaData: unknown) => ({
  ...{ type: 'charge', action: 'charge_settle', merchant: 'northwind', buyer: { id: buyerId } },
  chargeData: { id: subscriptionId, createdAt: '2026-11-25 11:00:01', order: { metaData } },
})

const holds = (of: Act, event: object | string, receivedAt = sentAt + 2_000) => {
  const reading = readEvent(typeof event === 'string' ? event : JSON.stringify(event), clock.zone)
  return !('unreadable' in reading) && mayProve(of, { reading, receivedAt }, clock)
}

it.each([
  ['autocharge off', off, subscription('manual_auto_charge_off')],
  ['autocharge off, with a zone', off, subscription('manual_auto_charge_off', { updatedAt: '2026-11-22T10:00:01+00:00' })],
  ['the end date', endDate, subscription('manual_end_date', { endDate: '2027-03-01 00:00:00' })],
  ['a downgrade', act('downgradeSubscription', { productId: 'p' }), subscription('manual_downgrade')],
  [
    'an e-mail, by any event after it',
    email,
    subscription('user_renew', {}, { buyer: { id: buyerId, email: 'NORA@example.test' } }),
  ],
  ['an order, by our id in it, whenever it is paid', order, charge({ counterfoilActionId: actionId })],
])('an event may prove %s', (_, of, event) => {
  expect(holds(of, event)).toBe(true)
})

it.each([
  ['what the buyer did', off, subscription('user_auto_charge_off')],
  ['a refund, which turns autocharge off as well', off, subscription('event_refund')],
  ['another flag in it', off, subscription('manual_auto_charge_off', { autochargeStatus: true })],
  ['two flags in it', off, subscription('manual_auto_charge_off', { autoChargeStatus: true })],
  ['another subscription', off, subscription('manual_auto_charge_off', { id: actionId })],
  ['another buyer', off, subscription('manual_auto_charge_off', {}, { buyer: { id: actionId } })],
  ['an hour earlier', off, subscription('manual_auto_charge_off', { updatedAt: '2026-11-22 10:00:01' })],
  ['fourteen hours later', off, subscription('manual_auto_charge_off', { updatedAt: '2026-11-23 01:00:01' })],
  ['no time', off, subscription('manual_auto_charge_off', { updatedAt: null })],
  ['another day', endDate, subscription('manual_end_date', { endDate: '2027-03-02 00:00:00' })],
  ['another e-mail', email, subscription('user_renew', {}, { buyer: { id: buyerId, email: 'nоra@example.test' } })],
  ['another order', order, charge({ counterfoilActionId: buyerId })],
  ['an order whose data is a list', order, charge([actionId])],
  [
    'an end date that may have renewed',
    act('changeExpirationDate', { expirationDate: '2026-11-22' }),
    subscription('manual_end_date', { endDate: '2026-11-22 00:00:00' }),
  ],
  ['a token', act('disableToken', { chargeMethodTokenId: 7 }), subscription('manual_tokenize')],
  ['a new buyer', act('createBuyer', { email: 'nora@example.test' }, { buyerId: null }), subscription('manual_create')],
])('an event never proves an action by %s', (_, of, event) => {
  expect(holds(of, event)).toBe(false)
})

it.each([
  ['2027-02-28T23:00:00+00:00', 'Europe/Berlin', true],
  ['2027-02-28T22:59:59+00:00', 'Europe/Berlin', false],
  ['2027-03-01T22:59:59Z', 'Europe/Berlin', true],
  ['2027-03-01T23:00:00+0000', 'Europe/Berlin', false],
  ['2027-03-02T04:59:59+00:00', 'America/New_York', true],
  ['2027-03-01T04:59:59+00:00', 'America/New_York', false],
  ['2027-03-01T00:30:00+09:00', 'America/New_York', false],
  ['2027-03-01 00:00:00', 'America/New_York', true],
  ['2027-03-01 23:59:59', 'Asia/Tokyo', true],
])('an end date of %s in %s proves that it was set to 1 March: %s', (told, zone, isProof) => {
  const { day, time } = inZone(sentAt + 1_000, zone)
  const event = subscription('manual_end_date', { endDate: told, updatedAt: `${day} ${time}` })
  const reading = readEvent(JSON.stringify(event), zone)
  if ('unreadable' in reading) throw new Error('The event can be read')
  expect(mayProve(endDate, { reading, receivedAt: sentAt + 2_000 }, { zone, ahead: 0 })).toBe(isProof)
})

it('an event from before the action proves nothing, nor does one with a key that stands there twice', () => {
  const event = subscription('manual_auto_charge_off')
  expect(holds(off, event, sentAt - 1)).toBe(false)
  expect(holds(off, JSON.stringify(event).replace('{', '{"action":"subscription_manual_auto_charge_off",'))).toBe(false)
})
