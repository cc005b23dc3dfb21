import { expect, test } from 'vitest'
import { told } from './enough.mjs'

test('an area with nine mutants of ten killed is enough, to the last one', () => {
  expect(told('money', { killed: 900, all: 1_000 })).toEqual({
    line: 'money: 900 of 1000 mutants killed (90.0%)',
    isEnough: true,
  })
  const { line, isEnough } = told('money', { killed: 899, all: 1_000 })
  expect(isEnough).toBe(false)
  expect(line).toContain('money: 899 of 1000 mutants killed (89.9%). At least 90% must be')
})

test('an area of which nothing was mutated is not enough', () => {
  expect(told('money', { killed: 0, all: 0 }).isEnough).toBe(false)
})
