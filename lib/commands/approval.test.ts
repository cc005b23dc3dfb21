import { describe, expect, it } from 'vitest'
import {
  type Approval,
  type ApprovalAbout,
  approvalConditions,
  chargeOf,
  chargeWord,
  conditionsFor,
  describeRule,
  withUsualAmount,
} from './approval'

it('a command is offered the conditions that can hold for it, and any other can always wait', () => {
  expect(conditionsFor('changeExpirationDate')).toEqual(['always', 'laterByDays'])
  expect(conditionsFor('createInitialOrder')).toEqual(['always', 'discountOver'])
  for (const operation of ['disableToken', 'listTokens', 'toString']) expect(conditionsFor(operation)).toEqual(['always'])
})

it('every condition has words of its own', () => {
  const words = Object.values(approvalConditions)
  expect([words.length, new Set(words).size, words.every((each) => /\w/.test(each))]).toEqual([3, 3, true])
})

it.each([
  ['always', null, 'Change: always needs a manager’s approval'],
  ['laterByDays', 90, 'Change: an end date more than 90 days away needs a manager’s approval'],
  ['laterByDays', null, 'Change: an end date more than 0 days away needs a manager’s approval'],
  ['discountOver', 30, 'Change: a discount above 30% needs a manager’s approval'],
  ['discountOver', null, 'Change: a discount above 0% needs a manager’s approval'],
] as const)('a rule %s with %s says: %s', (condition, threshold, words) => {
  expect(describeRule({ id: 'r-1', operation: 'changeExpirationDate', condition, threshold }, 'Change')).toBe(words)
})

describe('what a request charges', () => {
  const lastPaid = { amount: '51.00', currency: 'EUR', day: '2026-08-25', card: null, isUsual: true }
  const about = (more: object = {}) => ({ buyer: null, country: null, product: null, lastPaid, charges: true, ...more })
  it.each<[string, Approval['state'], ApprovalAbout | undefined]>([
    ['about 51.00 EUR', 'waiting', about()],
    ['about 51.00 EUR', 'approved', about()],
    ['amount unknown', 'waiting', about({ lastPaid: { ...lastPaid, isUsual: false } })],
    ['amount unknown', 'waiting', about({ lastPaid: null })],
    ['no charge now', 'waiting', about({ charges: false })],
    ['nothing sent', 'declined', about()],
    ['nothing sent', 'expired', about()],
    ['nothing sent', 'voided', about()],
    ['–', 'waiting', about({ charges: null })],
    ['–', 'waiting', undefined],
  ])('is said as “%s” of one that is %s', (words, state, known) => {
    expect(chargeOf({ state }, known)).toBe(words)
  })

  it('is what its effect expects, or unknown in both', () => {
    const step = { from: null, until: null, danger: true }
    const says = 'The buyer is charged. We don’t know the amount. The buyer loses 3 paid days.'
    const effect = {
      rows: [],
      later: [{ ...step, says }],
      warnings: [],
      zone: 'UTC',
      undo: { possible: false, why: '' } as const,
    }
    const saysOf = (known: ApprovalAbout) => withUsualAmount(effect, known).later[0]?.says
    expect(saysOf(about())).toBe(
      'The buyer is charged. Expect about 51.00 EUR, the amount of every payment we know of. The buyer loses 3 paid days.',
    )
    expect([saysOf(about({ lastPaid: null })), saysOf(about({ lastPaid: { ...lastPaid, isUsual: false } }))]).toEqual([
      says,
      says,
    ])
  })
})

it('what is typed before one that charges is approved is what its own dialog asks for', () => {
  expect(['changeExpirationDate', 'listTokens'].map(chargeWord)).toEqual(['RENEW', 'CHARGE'])
})
