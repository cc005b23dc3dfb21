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

it('puts each value in a line of its own, further in with each level, and what is empty in one', () => {
  const text =
    '{"type":"charge","buyer":{"id":"b-1","metaData":{},"tags":[ ]},"chargeData":{"order":{"metaData":{"a":[1,{"b":[[true]]}]}}}}'
  expect(rawShown(text)).toBe(`{
  "type": "charge",
  "buyer": {
    "id": "b-1",
    "metaData": {},
    "tags": []
  },
  "chargeData": {
    "order": {
      "metaData": {
        "a": [
          •••,
          {
            "b": [
              [
                true
              ]
            ]
          }
        ]
      }
    }
  }
}`)
})

const nested = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels)

it.each([
  ['two thousand levels', nested(2_000, '')],
  ['twenty thousand levels', nested(20_000, '')],
  ['twenty thousand empty lists in 36 levels', nested(36, `${'[],'.repeat(20_000)}[]`)],
  ['thousands of lists of one in seven levels', nested(7, `${'[1],'.repeat(10_000)}[]`)],
  ['thousands of values in thousands of levels', nested(7_000, `${'1,'.repeat(20_000)}1`)],
  ['thousands of values under a long key', `{"${'k'.repeat(9_000)}":[${'1,'.repeat(20_000)}1]}`],
  ['one huge string', JSON.stringify({ action: 'x'.repeat(64_000) })],
  ['one huge string of quotes', JSON.stringify({ action: '"'.repeat(32_000) })],
  ['one huge key of quotes', JSON.stringify({ ['"'.repeat(32_000)]: 1 })],
  ['one huge e-mail address', JSON.stringify({ buyer: { email: '@'.repeat(64_000) } })],
  ['one huge id', JSON.stringify({ buyer: { id: 'a@a.'.repeat(4_500) } })],
])('shows %s in no time, and at no length', (_, text) => {
  const since = performance.now()
  expect(rawShown(text).length).toBeLessThan(15 * text.length)
  expect(performance.now() - since).toBeLessThan(500) // a few milliseconds where nothing else runs
})

it.each([
  ['values where none is expected', '{"action":{"name":"Nora Vance"},"type":["Nora"],"buyer":"Nora","merchant":[{"id":"Nora"}]}'],
  ['an address where an id should be', '{"buyer":{"id":"nora@example.test"}}'],
  ['keys', '{"Nora Vance":"x","chargeData":{"nora@example.test":1}}'],
  ['escaped quotes', String.raw`{"buyer":{"name":"a\"Nora\\"},"note":"\"action\":\"Nora\""}`],
  ['a doubled key', '{"buyer":{"id":"b-1","name":"Nora"},"buyer":{"name":"Nora"}}'],
  ['what is too long', `{"a":[${'"Nora",'.repeat(5_000)}1]}`],
  ['a text that is cut off', `{"a":"${'x'.repeat(19_900)}, Nora: Nora, Nora:${'x'.repeat(99)}"}`],
  ['a key that is cut off', `{"a":"${'x'.repeat(19_987)}","Nora Vance":1}`],
  ['a key that looks like a way', '{"chargeData":{"order.id":"Nora"},"buyer.id":"Nora"}'],
  ['what is deep', nested(40, '{"name":"Nora","Nora V":"Nora","id":"Nora"}')],
])('never shows %s', (_, text) => {
  expect(rawShown(text)).not.toMatch(/nora/i)
})
