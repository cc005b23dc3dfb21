import { describe, expect, it } from 'vitest'
import { holdsCardNumber, withoutCardNumbers } from './card-number'

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
    '٤١١١ ١١١١ ١١١١ ١١١١',
    '४१११ ११११ ११११ ११११',
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
    '4111.1111.1111.1111',
    '4111/1111/1111/1111',
    '4111·1111·1111·1111',
    '4111−1111−1111−1111',
    '4111 . 1111 . 1111 . 1111',
    '4111    1111     1111      1111',
    '4111\u200b1111\u200b1111\u200b1111',
    '4\u200d1\u20601\ufeff1\u00ad1\u00ad1111\u200c1111\u00ad111',
    '41.11.11.11.11.11.11.11',
    '41111111111111111226',
    '4111111111111111122028',
    '4111.1111.1111.11111226',
    '3782822463100051226',
    '22.11.2026 4111.1111.1111.1111 12.50',
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
    ['days', '22.11.2026 23.11.2026 24/11/2026 2026/11/22 2026-11-23 01.02.26'],
    ['amounts with groups', '1.234,50 1,234.50 4111.11 1111.11 1111.11'],
    ['addresses', '203.0.113.110 203.0.113.111 198.51.100.7'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(holdsCardNumber(text)).toBe(false))
})

it('no two days, and no four amounts, are taken for a card number, whatever their check digit', () => {
  const two = (from: number) => String(from).padStart(2, '0')
  for (let date = 1; date <= 31; date += 1)
    for (let month = 1; month <= 12; month += 1)
      for (const mark of ['.', '/', '-']) {
        const written = [two(date), two(month), '2026'].join(mark)
        expect(holdsCardNumber(`${written} ${[two(32 - date), two(month), '2025'].join(mark)}`)).toBe(false)
        expect(holdsCardNumber(`${['2026', two(month), two(date)].join(mark)} ${written}`)).toBe(false)
        expect(holdsCardNumber(`${date}${month}.${two(date)} 14.${two(month)} 15.99 1234.${two(date)}`)).toBe(false)
      }
})

it.each([
  ['4111.1111.1111.1111', '•••• 1111'],
  ['pay 4242\u200b4242\u200b4242\u200b4242.', 'pay •••• 4242.'],
  ['42424242424242421226', '•••• 4242'],
  ['4242 4242 4242 4242 4242 4242 4242', '•••• 4242'],
])('of %s is left %s', (text, left) => {
  expect(withoutCardNumbers(text)).toBe(left)
})

it('is looked for in a long text without keeping anybody waiting', () => {
  for (const text of ['1 '.repeat(8_000), '1'.repeat(64_000), '1   '.repeat(8_000)]) expect(holdsCardNumber(text)).toBe(false)
  for (const text of ['.', '0', '0 ', '1.', '4242 ', '4242.', '0000\u200b', '42424242424242421226 ', '1,', '1-', '.1........'])
    expect(holdsCardNumber(withoutCardNumbers(text.repeat(20_000).slice(0, 20_000)))).toBe(false)
}, 20_000)
