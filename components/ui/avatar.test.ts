import { expect, test } from 'vitest'
import { initials } from './avatar'

test.each([
  ['Nadia Kerr', 'NK'],
  ['Northwind', 'N'],
  ['Anna Maria van Dijk', 'AD'],
  ['😀 Smile', '😀S'],
  ['Ann Ann', 'A'],
  ['', ''],
])('%j becomes %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
