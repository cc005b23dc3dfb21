import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from './crypto'

test('equal values are written alike, in whatever order their fields came, at every depth', () => {
  const one = { b: [{ d: 1, c: null }, 'x'], a: { z: true, y: undefined } }
  const other = { a: { z: true }, e: undefined, b: [{ c: null, d: 1 }, 'x'] }
  expect(canonical(one)).toBe('{"a":{"z":true},"b":[{"c":null,"d":1},"x"]}')
  expect(canonical(other)).toBe(canonical(one))
})

test('the order of a list counts, and what is not there in it is written as null', () => {
  expect(canonical([2, 1])).toBe('[2,1]')
  expect(canonical([undefined, () => 1])).toBe('[null,null]')
  expect(canonical(undefined)).toBe('null')
  expect([canonical([]), canonical({}), canonical('')]).toEqual(['[]', '{}', '""'])
})

test('it is JSON that reads as the value it was made of', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
