import { describe, expect, it } from 'vitest'
import { declineWordsOutside, describeDecline } from './decline-words'

describe('why an attempt was lost', () => {
  it.each([
    [null, 'no reason given'],
    ['', 'no reason given'],
    ['acqlocal.insufficient_funds', 'insufficient funds, or a limit reached'],
    ['acqlocal.INSUFFICIENT_FUNDS', 'insufficient funds, or a limit reached'],
    ['declined_by_three_ds', '3-D Secure failed'],
    ['acqglobal.05', 'code acqglobal.05'],
    ['2101', 'charge failed'],
    ['2105', 'general decline, do not honour'],
    ['3000', 'code 3000'],
    ['acq.constructor', 'code acq.constructor'],
  ])('%s: %s', (code, words) => {
    expect(describeDecline({ code })).toBe(words)
  })
})

it.each(['acq.stolen_restricted_card', 'acq.declined_by_internal_anti_fraud', 'acq.risk_response', '2105', null])(
  'says nothing outside of %s',
  (code) => {
    expect(declineWordsOutside({ code })).toBeNull()
  },
)

it('tells the one who pays what they can mend', () => {
  expect(declineWordsOutside({ code: 'acq.card_validation_failed' })).toBe('the card details didn’t match')
})
