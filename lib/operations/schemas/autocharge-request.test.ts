import { expect, it } from 'vitest'
import { refusals } from '../testing/refusals'
import { autochargeRequest } from './autocharge-request'

// service-interface, Change autocharge status, rules 1 to 3; service-facts D32, D33.

it.each([
  [{ autochargeStatus: true }, { autochargeStatus: true }],
  [{ autochargeStatus: true, reason: null, comment: null }, { autochargeStatus: true }],
  [{ autochargeStatus: true, reason: '', comment: '  ' }, { autochargeStatus: true }],
  [{ autochargeStatus: false }, { autochargeStatus: false }],
  [{ autochargeStatus: false, reason: null }, { autochargeStatus: false }],
  [
    { autochargeStatus: false, reason: ' Asked by phone ' },
    { autochargeStatus: false, reason: 'Asked by phone' },
  ],
  [
    { autochargeStatus: false, reason: 'Asked by phone', comment: 'Ticket 4711' },
    { autochargeStatus: false, reason: 'Asked by phone', comment: 'Ticket 4711' },
  ],
])('sends of %j only what the service takes', (given, sent) => {
  expect(autochargeRequest.parse(given)).toEqual(sent)
})

it.each([
  [
    { autochargeStatus: true, reason: 'Asked by phone' },
    'autochargeStatus: Reasons and comments apply only when turning autocharge off',
  ],
  [
    { autochargeStatus: true, comment: 'Ticket 4711' },
    'autochargeStatus: Reasons and comments apply only when turning autocharge off',
  ],
  [{ autochargeStatus: false, comment: 'Ticket 4711' }, 'reason: Choose a reason to go with the comment'],
  [{ autochargeStatus: false, reason: 'a'.repeat(256) }, 'reason: Use 255 characters or fewer'],
  [{ autochargeStatus: false, reason: 'a', comment: '😀'.repeat(256) }, 'comment: Use 255 characters or fewer'],
  [{ autochargeStatus: 'false' }, 'autochargeStatus: Choose whether autocharge is on or off'],
  [{}, 'autochargeStatus: Choose whether autocharge is on or off'],
  [{ autochargeStatus: false, autoChargeStatus: false }, 'autoChargeStatus: unknown'],
])('refuses %j and says what to do', (given, why) => {
  expect(refusals(autochargeRequest, given)).toEqual([why])
})
