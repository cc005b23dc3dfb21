import { expect, test } from 'vitest'
import { customerWords, doneWords } from './action-words'

const sent = (operation: string, body: unknown) => ({ operation, request: { params: {}, body }, at: '2025-05-14T14:06:41Z' })
const answer = { data: { endDate: '2025-06-30T14:55:00+00:00' } }

test.each([
  ['changeAutochargeStatus', { autochargeStatus: false }, 'Autocharge is off'],
  ['changeAutochargeStatus', { autochargeStatus: true }, 'Autocharge is on'],
  ['changeExpirationDate', { expirationDate: '2025-06-30' }, 'The end date is 30 Jun 2025'],
  ['changeExpirationDate', { expirationDate: '2025-05-14' }, 'The renewal is on its way'],
  ['enableToken', { chargeMethodTokenId: 1190417 }, 'Token 1190417 is enabled'],
  ['somethingNew', null, 'Done'],
])('%s with %j is told as "%s"', (operation, body, words) => {
  expect(doneWords(sent(operation, body), 'UTC')).toBe(words)
})

test('the customer is told the day of the answer, in the zone of the account', () => {
  const off = sent('changeAutochargeStatus', { autochargeStatus: false })
  expect(customerWords(off, answer, 'UTC')).toContain('until 30 June 2025')
  expect(customerWords(off, { data: { endDate: '2025-06-30T23:30:00Z' } }, 'Europe/Berlin')).toContain('until 1 July 2025')
  expect(customerWords(off, undefined, 'UTC')).toContain('until its end date')
})

test('an end date of the day it was sent is told as the renewal it is', () => {
  expect(customerWords(sent('changeExpirationDate', { expirationDate: '2025-05-14' }), answer, 'UTC')).toContain('is charged')
  expect(customerWords(sent('changeExpirationDate', { expirationDate: '2025-05-15' }), answer, 'UTC')).toContain(
    'Nothing was charged',
  )
})
