import { expect, it } from 'vitest'
import { approvalConditions, conditionsFor, ruleWords } from './approval'

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
  expect(ruleWords({ id: 'r-1', operation: 'changeExpirationDate', condition, threshold }, 'Change')).toBe(words)
})
