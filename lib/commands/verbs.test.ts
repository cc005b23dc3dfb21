import { expect, test } from 'vitest'
import { verbPricedAs, verbSetting, verbsBeside, verbsOf } from './verb-words'
import { bodyOf, previewedBody, verbNamed } from './verbs'

const context = { tokenId: 1190417, today: '2025-05-14' }

test.each([
  ['autochargeOff', { reason: ' Too expensive ', comment: '' }, { autochargeStatus: false, reason: 'Too expensive' }],
  ['autochargeOn', { reason: 'left over from another form' }, { autochargeStatus: true }],
  ['changeEndDate', { expirationDate: '2025-06-30', reason: 'Outage' }, { expirationDate: '2025-06-30', reason: 'Outage' }],
  ['renewNow', { expirationDate: '2025-06-30', reason: 'Asked' }, { expirationDate: '2025-05-14', reason: 'Asked' }],
  ['disableToken', {}, { chargeMethodTokenId: 1190417 }],
  ['createBuyer', { email: 'a@example.test', country: 'NL', zip: '' }, { email: 'a@example.test', country: 'NL' }],
] as const)('%s makes the body its operation declares', (name, values, body) => {
  const verb = verbNamed(name)
  expect(bodyOf(verb, values, context)).toEqual(body)
  expect(verb.operation.body.safeParse(bodyOf(verb, values, context)).success).toBe(true)
})

test('a preview does not wait for a reason, and is the same for any', () => {
  const verb = verbNamed('changeEndDate')
  const day = { expirationDate: '2025-06-30' }
  expect(verb.operation.body.safeParse(previewedBody(verb, day, context)).success).toBe(true)
  expect(previewedBody(verb, { ...day, reason: 'Outage' }, context)).toEqual(previewedBody(verb, day, context))
})

test('the verbs of a subscription stand in the order of what is done most often, and what charges comes last', () => {
  expect(verbsOf('subscription').map(({ name }) => name)).toEqual([
    'autochargeOff',
    'autochargeOn',
    'changeEndDate',
    'downgrade',
    'renewNow',
  ])
})

test.each([
  [true, ['disableToken']],
  [false, ['enableToken']],
  [null, ['disableToken', 'enableToken']],
])('beside a token whose state is %s stands %j', (isEnabled, names) => {
  expect(verbsBeside('token', 'isEnabled', isEnabled).map(({ name }) => name)).toEqual(names)
})

test('a quote of a downgrade leads to its verb, and one of a purchase to none', () => {
  expect([verbPricedAs('downgrade'), verbPricedAs('purchase')]).toEqual(['downgrade', null])
})

test('what is mostly meant instead of a verb that charges is a verb', () => {
  const instead = verbsOf('subscription').flatMap(({ danger }) => danger?.instead ?? [])
  expect(instead.map((set) => verbSetting('subscription', set))).toEqual(['autochargeOff'])
})
