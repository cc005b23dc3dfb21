import { expect, it } from 'vitest'
import { openAction } from '@/lib/commands/action-for-tests'
import { knownOfTicket, question, reply, subscription, text } from './ticket-for-tests'
import { unsettledIn, withoutUnsettled } from './unsettled'

const subscriptionId = 's-1'
const after = (operation: string, before = subscription(true)) =>
  withoutUnsettled(knownOfTicket({ subscriptions: [before] }), [{ operation, subscriptionId }])
const says = (...given: Parameters<typeof question>) => question(...given).checks.map((check) => `${check.term}: ${check.says}`)

it('takes the unconfirmed actions on subscriptions, whoever sent them', () => {
  const params = { buyerId: 'b', subscriptionId }
  const actions = [
    openAction({ mine: false, request: { params, body: {} } }),
    openAction({ operation: 'changeBuyerEmail', request: { params: { buyerId: 'b' }, body: {} } }),
  ]
  expect(unsettledIn(actions, new Set())).toEqual([{ operation: 'changeAutochargeStatus', subscriptionId }])
})

it('takes what is on its way, too, but not what the steps sent themselves, and nothing that has ended', () => {
  const params = { buyerId: 'b', subscriptionId }
  const sent = (actionId: string, state: 'sent' | 'done') => openAction({ actionId, state, request: { params, body: {} } })
  const found = unsettledIn([sent('theirs', 'sent'), sent('own', 'sent'), sent('ended', 'done')], new Set(['own']))
  expect(found).toEqual([{ operation: 'changeAutochargeStatus', subscriptionId }])
})

it('while a plan is unknown, nothing names the subscription by a piece of its id', () => {
  const id = '36ae4af1-f4ea-432b-9455-56e59a58b2f1'
  const unnamed = knownOfTicket({ subscriptions: [subscription(true, { id, product: null })] })
  expect(JSON.stringify([question('cancel', {}, unnamed), reply('cancel', { autocharge: 'off' }, unnamed).gaps])).not.toContain(
    '36ae4af1…',
  )
})

it.each([
  ['changeAutochargeStatus', { autoChargeStatus: null }],
  ['changeExpirationDate', { endDate: null, status: '' }],
  ['downgradeSubscription', { product: null, endDate: null }],
  ['somethingNew', { autoChargeStatus: null, endDate: null, status: '', product: null }],
])('of an unconfirmed %s nothing that it may have changed is known, and all else is', (operation, unknown) => {
  const other = subscription(false, { id: 's-2' })
  const known = knownOfTicket({ subscriptions: [subscription(true), other] })
  expect(withoutUnsettled(known, [{ operation, subscriptionId }])).toEqual({
    ...known,
    subscriptions: [{ ...subscription(true), ...unknown }, other],
  })
})

it('two unconfirmed actions on one subscription leave neither’s field known', () => {
  const both = ['changeAutochargeStatus', 'changeExpirationDate'].map((operation) => ({ operation, subscriptionId }))
  expect(withoutUnsettled(knownOfTicket(), both).subscriptions).toEqual([
    { ...subscription(true), autoChargeStatus: null, endDate: null, status: '' },
  ])
})

it.each([true, false])('while autocharge is unconfirmed, having been %s, no reply says that it is on or off', (was) => {
  const known = after('changeAutochargeStatus', subscription(was))
  for (const autocharge of ['kept', 'off']) {
    const step = reply('cancel', { autocharge, charge: 'no' }, known)
    expect(text(step)).not.toMatch(/renew|access/)
    expect(step.gaps).toHaveLength(1)
  }
  expect(says('cancel', {}, known)).toContain('Autocharge: unknown')
  const asked = question('refund', { charge: 'o-1 c-1', amount: '42.84', why: 'renewal' }, known)
  expect(asked.asks).toContain('We don’t know whether autocharge is on')
  expect(says('charge', { charge: 'o-1 c-1', theirs: 'no' }, known)).toContain('Autocharge: unknown')
})

it('while an end date is unconfirmed, no reply says when access ends, nor that the subscription is over or as it was', () => {
  const known = after('changeExpirationDate', subscription(false))
  expect(text(reply('cancel', { subscription: 's-1', autocharge: 'off', charge: 'no' }, known))).not.toMatch(/access|2027/)
  expect(says('cancel', { subscription: 's-1' }, known)).toEqual([
    'Subscription: Northwind Plus, status unknown',
    'Autocharge: off',
    'Ends: unknown',
  ])
  const kept = after('changeExpirationDate')
  expect(reply('cancel', { subscription: 's-1', autocharge: 'kept' }, kept)).toMatchObject({
    parts: [],
    gaps: [expect.any(String)],
  })
  const expired = after('changeExpirationDate', subscription(false, { status: 'expired' }))
  expect(text(reply('cancel', { subscription: 's-1', autocharge: 'off', charge: 'no' }, expired))).not.toContain('ended')
  expect(question('cancel', {}, expired).assumed?.[0]?.says).toBe('Northwind Plus, the only one that may not have ended.')
})

it('while a downgrade is unconfirmed, neither plan is named, and nothing is said of what may charge again', () => {
  const plan = { id: 'p-0', name: 'Mini', term: '1 month', months: 1, price: '5.45', monthly: '5.45' }
  const known = { ...after('downgradeSubscription'), plans: new Map([['s-1', { plans: [plan], currency: 'EUR' }]]) }
  const moved = reply('plan', { plan: 'p-0' }, known)
  expect(moved.parts).toEqual([])
  expect(moved.gaps.join()).toContain('couldn’t confirm')
  expect(says('plan', {}, known).join()).not.toMatch(/Northwind Plus|Mini/)
  expect(reply('cancel', { autocharge: 'kept' }, known).parts).toEqual([])
  expect(reply('renewal', { order: 'o-2 c-0', want: 'leave' }, known).parts.map(({ key }) => key)).not.toContain('renewalLeave')
  expect(says('charge', { charge: 'o-1 c-1', theirs: 'no' }, known)).toEqual([
    'Autocharge: We don’t know the plan of every subscription, and one may charge again.',
  ])
})
