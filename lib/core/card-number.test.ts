import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from './card-number'

// The numbers that payment providers publish for tests; they belong to nobody.
describe('a full card number is found', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111–1111–1111–1111',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111 - 1111 - 1111 - 1111',
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    '４１１１１１１１１１１１１１１１',
    '5555555555554444',
    '3782 822463 10005',
    '30569309025904',
    '4222222222222',
    '6304 0000 0000 0000 000',
    'paid with 4111 1111 1111 1111, exp 12/27',
    'card4111111111111111',
    'ticket 4711 4111 1111 1111 1111',
    '4111111111111111 4711',
    '+4111111111111111',
  ])('in “%s”', (text) => expect(holdsCardNumber(text)).toBe(true))
})

describe('what is no card number passes', () => {
  it.each([
    ['the last four digits', 'card ending in 1111'],
    ['a wrong check digit', '4111 1111 1111 1112'],
    ['twelve digits', '411111111111'],
    ['twenty digits', '41111111111111111110'],
    ['a uuid', '41111111-1111-4111-8111-111111111111'],
    ['a uuid of which a part would fit', 'a4111111-1111-1111-1111-b11111111111'],
    ['digits within an id', 'ref-X4111111111111111X'],
    ['a phone number', '+55 11 91234 5675'],
    ['a time as programs write it', '1732280000008'],
    ['amounts', '12.50 13.00 14.00 15.00 16.00'],
    ['a day and a time', '2026-11-22 14:02:11'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(holdsCardNumber(text)).toBe(false))
})

it('is looked for in a long text without keeping anybody waiting', () => {
  const from = performance.now()
  for (const text of ['1 '.repeat(8_000), '1'.repeat(64_000), '1   '.repeat(8_000)]) expect(holdsCardNumber(text)).toBe(false)
  expect(performance.now() - from).toBeLessThan(2_000)
})
