import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountError, refundPlaces, typedAmount } from './refund-amount'

describe('a typed amount', () => {
  it.each([
    ['12', 2, '12.00'],
    ['12.5', 2, '12.50'],
    ['12.50', 2, '12.50'],
    ['0.01', 2, '0.01'],
    ['007', 0, '7'],
    ['1.250', 3, '1.250'],
    ['999999999999999999', 2, '999999999999999999.00'],
    ['1.123456789012345678', 18, '1.123456789012345678'],
  ])('%s with %i fraction digits is %s', (text, places, exact) => {
    expect(typedAmount(text, places)).toBe(exact)
  })

  it.each(['', '0', '0.00', '-1', '+1', '1e3', '1.', '.5', '1,50', ' 1', '1 ', 'x1', '1x', '1.5x', 'NaN', '1.2.3', '1.505'])(
    '“%s” is none',
    (text) => expect(typedAmount(text, 2)).toBeNull(),
  )

  it('has at most eighteen digits on either side, whatever the currency has', () => {
    expect(typedAmount('1'.repeat(19), 2)).toBeNull()
    expect(typedAmount(`1.${'1'.repeat(19)}`, 30)).toBeNull()
  })

  it('is what was typed to the last digit, or none: no digit is rounded away', () => {
    const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`))
    fc.assert(
      fc.property(digits(18), digits(6), fc.integer({ min: 0, max: 6 }), (units, fraction, places) => {
        const isNone = fraction.length > places || /^[0.]*$/.test(`${units}.${fraction}`)
        const exact = `${units.replace(/^0+(?=.)/, '')}.${fraction.padEnd(places, '0')}`
        expect(typedAmount(`${units}.${fraction}`, places)).toBe(isNone ? null : exact)
      }),
    )
  })
})

it.each([
  ['EUR', '42.84', 2],
  ['JPY', '4284', 0],
  ['KWD', '4.2', 3],
  ['JPY', '4284.50', 2],
  ['eur', '4', 2],
  ['EURO', '4', 2],
  ['XEUR', '4', 2],
  ['', '4.123', 3],
])('a refund in %s of %s has %i fraction digits', (currency, received, places) => {
  expect(refundPlaces(currency, received)).toBe(places)
})

describe('an amount that is typed for a refund', () => {
  const euro = { currency: 'EUR', places: 2, left: '42.84' }

  it('may be all that is left, with blanks around it, and no cent more', () => {
    expect(amountError(' 42.84 ', euro)).toBeNull()
    expect(amountError('0.01', euro)).toBeNull()
    expect(amountError('42.85', euro)).toBe('You can refund up to 42.84 EUR of this charge')
    expect(amountError('1', { ...euro, left: '0.00' })).toBe('You can refund up to 0.00 EUR of this charge')
  })

  it.each([
    [0, 'Enter an amount in EUR above zero, without decimals, such as 12'],
    [1, 'Enter an amount in EUR above zero, with up to 1 decimal, such as 12.5'],
    [2, 'Enter an amount in EUR above zero, with up to 2 decimals, such as 12.50'],
    [3, 'Enter an amount in EUR above zero, with up to 3 decimals, such as 12.500'],
  ])('is asked for with %i fraction digits by an example that would be taken', (places, words) => {
    const limit = { ...euro, places }
    expect(amountError('0', limit)).toBe(words)
    expect(amountError(words.split(' ').at(-1) ?? '', limit)).toBeNull()
  })
})
