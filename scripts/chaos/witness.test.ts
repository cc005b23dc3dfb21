import { expect, test } from 'vitest'
import { Pairs } from './witness'

test('each delivery is paired with an action of its own, the first that fits', () => {
  const pairs = new Pairs<number>()
  expect(pairs.add(1, ['new', 'old'])).toEqual([[1, 'new']])
  expect(pairs.add(2, ['new', 'old'])).toEqual([[2, 'old']])
  expect(pairs.has('old')).toBe(true)
})

test('a delivery gives way to a later one that fits no other action', () => {
  const pairs = new Pairs<number>()
  pairs.add(1, ['second', 'first'])
  expect(pairs.add(2, ['second'])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ])
})

test('an action that was delivered twice leaves one delivery without an action', () => {
  const pairs = new Pairs<number>()
  pairs.add(1, ['one', 'two'])
  pairs.add(2, ['two', 'one'])
  expect(pairs.add(3, ['one', 'two'])).toEqual([])
  pairs.forget()
  expect(pairs.add(4, [])).toEqual([])
})
