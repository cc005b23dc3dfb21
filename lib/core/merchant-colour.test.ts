import { expect, test } from 'vitest'
import { coloursOf, merchantColours } from './merchant-colour'

const merchantsWith = (...codes: string[]) => codes.map((code) => ({ code }))

test('as many accounts as there are colours have one each, whatever their order', () => {
  const codes = merchantColours.map((_, index) => `account-${index}`)
  const colours = coloursOf(merchantsWith(...codes))
  expect(new Set(colours.values()).size).toBe(merchantColours.length)
  expect([...coloursOf(merchantsWith(...codes.toReversed()))].toSorted()).toEqual([...colours].toSorted())
})

test('a colour that is configured is kept, and no other account has it', () => {
  const colours = coloursOf([{ code: 'a' }, { code: 'b', colour: 'teal' }, { code: 'c' }])
  expect(colours.get('b')).toBe('teal')
  expect(new Set(colours.values()).size).toBe(3)
})
