import { expect, it } from 'vitest'
import { rawShown } from './raw-text'

it('shows what came, digit for digit, without what is personal', () => {
  const text = `{"type":"charge","action":"charge_settle","merchant":"northwind","buyer":{"id":"b-1","email":"nora.vance@example.test","metaData":{"phone":"0301234567"}},
    "chargeData":{"id":"c-1","firstName":"Nora","isServiceFee":false,"order":{"id":"Wq7LmR2x","amount":19.90,"metaData":[]},"paymentMethod":{"type":"card","data":{"bin":"411111","lastFour":"4242"}}},"extra":49301234}`
  const shown = rawShown(text)
  expect(shown).toContain('"amount": 19.90')
  expect(shown).toContain('"email": "n••••••••e@e••••••.test"')
  expect(shown).toContain('"lastFour": "4242"')
  expect(shown).toContain('"metaData": []')
  expect(shown).not.toMatch(/nora|0301234567|411111|49301234/i)
  expect(shown.split('\n')[0]).toBe('{')
  expect(shown.split('\n').at(-1)).toBe('}')
})

it.each([
  ['values where none is expected', '{"action":{"name":"Nora Vance"},"type":["Nora"],"buyer":"Nora","merchant":[{"id":"Nora"}]}'],
  ['an address where an id should be', '{"buyer":{"id":"nora@example.test"}}'],
  ['keys', '{"Nora Vance":"x","chargeData":{"nora@example.test":1}}'],
  ['escaped quotes', String.raw`{"buyer":{"name":"a\"Nora\\"},"note":"\"action\":\"Nora\""}`],
  ['a doubled key', '{"buyer":{"id":"b-1","name":"Nora"},"buyer":{"name":"Nora"}}'],
  ['what is too long', `{"a":[${'"Nora",'.repeat(5_000)}1]}`],
])('never shows %s', (_, text) => {
  expect(rawShown(text)).not.toMatch(/nora/i)
})
