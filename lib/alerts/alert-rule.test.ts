import { expect, it } from 'vitest'
import { alertSources, describeAlertRule, type RuleToSave, shippedRules, windowsOf, wrongIn } from './alert-rule'

it('the rules that come with the dashboard say what they watch, and are rules', () => {
  const rules = Object.values(shippedRules)
  expect(rules.map(describeAlertRule)).toEqual([
    'Double payments: 1 or more in 7 days',
    'Declined share of a provider: 40% or more of at least 30 in the events of 15 minutes',
    'Chargebacks: 3 or more in the events of 24 hours',
    'Silence: no event for longer than usual, or none of our own actions',
  ])
  expect(rules.flatMap(wrongIn)).toEqual([])
})

it('each source can be counted over each of its times', () => {
  for (const source of alertSources)
    for (const windowMinutes of windowsOf(source).length === 0 ? [null] : windowsOf(source)) {
      const least = source === 'declined-share' ? 30 : null
      const rule: RuleToSave = {
        source,
        op: 'atLeast',
        threshold: 7,
        windowMinutes,
        least,
        quietMinutes: 60,
        roles: ['admin'],
        on: true,
      }
      expect([source, windowMinutes, wrongIn(rule)]).toEqual([source, windowMinutes, []])
      expect(describeAlertRule(rule)).not.toContain('null')
    }
})

it('too few is something that only events can be', () => {
  const few: RuleToSave = {
    ...{ source: 'events', op: 'atMost', threshold: 0, windowMinutes: 120, least: null },
    quietMinutes: 60,
    roles: ['admin'],
    on: true,
  }
  expect([describeAlertRule(few), wrongIn(few)]).toEqual(['Events per hour: 0 or fewer in 2 hours', []])
  expect(wrongIn({ ...few, source: 'chargebacks', windowMinutes: 1_440 }).map(({ field }) => field)).toEqual(['op'])
})
