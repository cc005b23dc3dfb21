import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DoubledKey } from '@/lib/core/json'
import { ElementTooLarge, JsonElements } from './json-elements'

/** The elements and the rest, of an answer that comes in pieces of so many bytes. */
function takenApart(text: string, pieceBytes = 7) {
  const bytes = Buffer.from(text)
  const elements = new JsonElements()
  const found: string[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    for (const element of elements.feed(bytes.subarray(at, at + pieceBytes))) found.push(element.toString('utf8'))
  return { found: found.map((each) => JSON.parse(each) as unknown), around: elements.around().toString('utf8') }
}

it('wherever the pieces are cut, every element comes once, in order, and the rest is the answer without them', () => {
  const answers = fc.record({ before: fc.json(), data: fc.array(fc.jsonValue(), { maxLength: 6 }), after: fc.jsonValue() })
  fc.assert(
    fc.property(answers, fc.integer({ min: 1, max: 40 }), fc.boolean(), ({ before, data, after }, size, isPretty) => {
      const text = JSON.stringify({ before, data, after: { data: after } }, null, isPretty ? 2 : 0)
      const { found, around } = takenApart(text, size)
      expect(JSON.stringify(found)).toBe(JSON.stringify(data))
      expect(JSON.stringify(JSON.parse(around))).toBe(JSON.stringify({ before, data: [], after: { data: after } }))
    }),
    { numRuns: 300 },
  )
})

it.each([
  ['data that is no list', '{"data":"unexpected","meta":{}}'],
  ['a list at the top', '[{"data":[1]},2]'],
  ['a list of that name further down', '{"error":{"data":[1,2]}}'],
  ['a string that looks like structure', '{"message":"\\"data\\":[1,2]"}'],
])('of %s nothing is taken for an element', (_, text) => {
  expect(takenApart(text)).toEqual({ found: [], around: text })
})

it('an answer that breaks off leaves a rest that is no JSON', () => {
  expect(() => JSON.parse(takenApart('{"data":[{"a":1},{"b":').around)).toThrow()
})

it('a second list of that name is met before any of its elements is taken', () => {
  expect(() => takenApart('{"data":[{"a":1}],"meta":{},"data":[{"a":2}]}')).toThrow(DoubledKey)
})

it('an element without end is given up and not held', () => {
  const elements = new JsonElements()
  const endless = Buffer.alloc(1024 * 1024, 'x')
  expect(() => {
    for (const piece of [Buffer.from('{"data":["'), endless, endless, endless, endless, endless]) [...elements.feed(piece)].length
  }).toThrow(ElementTooLarge)
})
