import { expect, test } from 'vitest'
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
