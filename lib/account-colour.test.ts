import { expect, test } from 'vitest'
import { accountColours, coloursOf } from './account-colour'

const accounts = (...codes: string[]) => codes.map((code) => ({ code }))

test('as many accounts as there are colours have one each, whatever their order', () => {
  const codes = accountColours.map((_, at) => `account-${at}`)
  const colours = coloursOf(accounts(...codes))
  expect(new Set(colours.values()).size).toBe(accountColours.length)
  expect([...coloursOf(accounts(...codes.toReversed()))].toSorted()).toEqual([...colours].toSorted())
})

test('a colour that is configured is kept, and no other account has it', () => {
  const colours = coloursOf([{ code: 'a' }, { code: 'b', colour: 'teal' }, { code: 'c' }])
  expect(colours.get('b')).toBe('teal')
  expect(new Set(colours.values()).size).toBe(3)
})
