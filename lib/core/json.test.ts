import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { brokenText, parsed } from './json'

const pair = z.object({ seq: z.number() })

it('what a text from outside holds is what the schema reads of it', () => {
  expect(parsed(pair, '{"seq":7,"more":true}')).toEqual({ seq: 7 })
})

it.each(['{"seq":"7"}', '[]', 'null', '{"seq":7', ''])('a text from outside such as %j holds nothing', (text) => {
  expect(parsed(pair, text)).toBeNull()
})

it.each([
  [{ reason: 'Good 🦊' }, null],
  [[{ rows: [{ note: 'a\ud83e' }] }], '0.rows.0.note'],
  [{ 'a\udd8a': 1 }, 'a\ufffd'],
  ['\udd8a\ud83e', ''],
])('half a character in %j is at %j', (value, at) => expect(brokenText(value)).toBe(at))
