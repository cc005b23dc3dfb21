import { expect, it } from 'vitest'
import { inOurSpelling } from './tolerant'

it.each([
  ['mounthlyAmount', 'monthlyAmount'], // D44
  ['durationMonth', 'durationMonths'], // D46
  ['precheckAutoCharge', 'precheckAutocharge'], // D55
  ['auto\u0421hargeStatus', 'autoChargeStatus'], // D34, with a Cyrillic letter
  ['googleAnalyticsClientId', 'analyticsClientId'], // D5
])('the service’s %s is our %s at any depth, and ours wins where both stand', (theirs, ours) => {
  expect(inOurSpelling({ a: [{ [theirs]: 1 }] })).toEqual({ a: [{ [ours]: 1 }] })
  expect(inOurSpelling({ [theirs]: 1, [ours]: 2 })).toEqual({ [ours]: 2 })
  expect(inOurSpelling({ [ours]: 2, [theirs]: 1 })).toEqual({ [ours]: 2 })
})

it.each(['metaData', 'buyerMeta'])('what stands inside %s is the merchant’s and keeps its names', (name) => {
  expect(inOurSpelling({ [name]: { durationMonth: 3 } })).toEqual({ [name]: { durationMonth: 3 } })
})

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a field named %s is a field like any other', (name) => {
  const answer: unknown = JSON.parse(`{"${name}": {"mounthlyAmount": 1}}`)
  expect(JSON.stringify(inOurSpelling(answer))).toBe(`{"${name}":{"monthlyAmount":1}}`)
})

it.each([null, 1, 'mounthlyAmount', true, undefined])('%j is itself', (value) => expect(inOurSpelling(value)).toBe(value))
