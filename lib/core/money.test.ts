import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  average,
  axisOf,
  compare,
  formatAmount,
  fractionDigits,
  isDiscount,
  percentOf,
  share,
  subtract,
  sum,
  sumByCurrency,
  times,
  wireNumber,
  withDigits,
} from './money'

const decimals = () =>
  fc
    .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat({ max: 6 }))
    .map(([units, digits]) => new Big(String(units)).div(new Big(10).pow(digits)).toFixed(digits))

describe('beside another’s arithmetic', () => {
  it('sums, differences, multiples and comparisons are the same', () => {
    fc.assert(
      fc.property(decimals(), decimals(), fc.nat({ max: 1_000 }), (a, b, count) => {
        const digits = Math.max(fractionDigits(a), fractionDigits(b))
        expect([sum([a, b]), subtract(a, b), times(a, count), compare(a, b)]).toEqual([
          unsigned(new Big(a).plus(b).toFixed(digits)),
          unsigned(new Big(a).minus(b).toFixed(digits)),
          unsigned(new Big(a).times(count).toFixed(fractionDigits(a))),
          new Big(a).cmp(b),
        ])
      }),
    )
  })

  it('averages are the same', () => {
    fc.assert(
      fc.property(decimals(), fc.integer({ min: 1, max: 1_000 }), (a, count) => {
        expect(average(a, count)).toBe(unsigned(new Big(a).div(count).toFixed(fractionDigits(a), Big.roundHalfUp)))
      }),
    )
  })

  it('what is no decimal is no money', () => {
    for (const text of ['', ' 1', '1 ', '1.', '.5', '0x10', '1e3', '1,5', '+1', '--1', 'NaN', '٣'])
      expect(() => sum([text]), text).toThrow(TypeError)
  })
})

/** A zero has no sign here. */
const unsigned = (amount: string) => (/[1-9]/.test(amount) ? amount : amount.replace('-', ''))

describe('sum', () => {
  it.each([
    { amounts: [], total: '0' },
    { amounts: ['162.00'], total: '162.00' },
    { amounts: ['0.10', '0.20'], total: '0.30' },
    { amounts: ['1480', '20'], total: '1500' },
    { amounts: ['1.250', '0.75'], total: '2.000' },
    { amounts: ['9007199254740993.01', '0.01'], total: '9007199254740993.02' },
    { amounts: ['5.00', '-5.00'], total: '0.00' },
  ])('of $amounts is $total', ({ amounts, total }) => {
    expect(sum(amounts)).toBe(total)
  })

  it('does not depend on the order of the amounts', () => {
    fc.assert(
      fc.property(fc.array(cents(), { minLength: 1 }), (amounts) => {
        expect(sum(amounts)).toBe(sum(amounts.toReversed()))
      }),
    )
  })

  it('agrees with whole cents in BigInt', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1 }), (cents) => {
        expect(sum(cents.map(written))).toBe(written(cents.reduce((a, b) => a + b)))
      }),
    )
  })
})

describe('subtract and compare', () => {
  it.each([
    { from: '240.00', amount: '60.00', left: '180.00' },
    { from: '1.5', amount: '0.125', left: '1.375' },
    { from: '0.10', amount: '0.30', left: '-0.20' },
  ])('$from less $amount is $left', ({ from, amount, left }) => {
    expect(subtract(from, amount)).toBe(left)
  })

  it('calls the same value equal however it is written', () => {
    expect(compare('1.50', '1.5')).toBe(0)
    expect(compare('10', '9.99')).toBeGreaterThan(0)
  })
})

describe('sumByCurrency', () => {
  it('never adds two currencies', () => {
    const sums = sumByCurrency([
      { currency: 'BRL', amount: '162.00' },
      { currency: 'JPY', amount: '1480' },
      { currency: 'BRL', amount: '129.00' },
    ])
    expect([...sums]).toEqual([
      ['BRL', '291.00'],
      ['JPY', '1480'],
    ])
  })
})

describe('formatAmount', () => {
  it.each([
    ['162.00', '162.00'],
    ['1435.00', '1,435.00'],
    ['1480', '1,480'],
    ['12.345', '12.345'],
    ['0.00', '0.00'],
    ['-60.00', '-60.00'],
    ['9007199254740993.01', '9,007,199,254,740,993.01'],
    ['0.1234567890123456789012', '0.1234567890123456789012'],
  ])('shows %s as %s', (given, shown) => {
    expect(formatAmount(given)).toBe(shown)
  })

  it('loses no digit', () => {
    fc.assert(
      fc.property(cents(), (amount) => {
        expect(formatAmount(amount).replaceAll(',', '')).toBe(amount)
      }),
    )
  })
})

it('gives the height of a bar as a share of the highest', () => {
  expect(share('50.00', '200.00')).toBe(0.25)
  expect(share('1', '0')).toBe(0)
})

const written = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const cents = () => fc.bigInt({ min: 0n, max: 10n ** 24n }).map(written)

describe('average and percentOf', () => {
  it.each([
    ['10.00', 3, '3.33'],
    ['0.05', 2, '0.03'],
    ['7', 2, '4'],
    ['7.00', 0, null],
  ])('%s shared by %i is %s', (total, count, each) => expect(average(total, count)).toBe(each))

  it.each([
    [1, 3, '33.3'],
    [1, 8, '12.5'],
    [1, 16, '6.3'],
    [2, 3, '66.7'],
    [3, 2, '150.0'],
    [0, 0, null],
  ])('%i of %i is %s percent', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent))
})

it('an amount taken several times keeps its fraction digits', () => {
  expect([times('0.10', 3), times('2.50', 0), times('9007199254740993.25', 2)]).toEqual(['0.30', '0.00', '18014398509481986.50'])
})

it('an amount is written with more fraction digits, and never with fewer', () => {
  expect([withDigits('1.5', 2), withDigits('-7', 3), withDigits('0.10', 2)]).toEqual(['1.50', '-7.000', '0.10'])
  expect(() => withDigits('1.55', 1)).toThrow(RangeError)
})

it('an amount loses its sign and nothing else', () => {
  expect(['-1.50', '1.50', '1e-7'].map(absolute)).toEqual(['1.50', '1.50', '1e-7'])
})

it('a discount is 0.01 to 99.99 with two fraction digits at most', () => {
  expect(['0.01', '5', '99.9', '99.99'].filter((text) => !isDiscount(text))).toEqual([])
  expect(['0', '0.00', '0.009', '100', '-1', '1e1', ' 5', '5 ', ''].filter(isDiscount)).toEqual([])
})

it('a typed decimal is a number only where it is written with the same digits', () => {
  expect(['12', '0.5', '1.123456', '123456789012.123456'].map(wireNumber)).toEqual([12, 0.5, 1.123456, null])
  expect(['', '-1', 'a12', '12a', '1.1234567', '1.', '1234567890123'].map(wireNumber)).toEqual(Array(7).fill(null))
})

it('an amount with twenty fraction digits is grouped, and one with more is shown as it came', () => {
  expect(formatAmount(`1234.${'0'.repeat(20)}`)).toBe(`1,234.${'0'.repeat(20)}`)
  expect(formatAmount(`1234.${'0'.repeat(21)}`)).toBe(`1234.${'0'.repeat(21)}`)
})

describe('the end of an axis', () => {
  it.each([
    ['124.40', '75', '150'],
    ['150.00', '75', '150'],
    ['9', '5', '10'],
    ['0.250', '0.15', '0.3'],
    ['1234567', '750000', '1500000'],
    ['0', '0.5', '1'],
  ])('of %s stands at %s and %s', (most, middle, end) => {
    expect(axisOf(most)).toEqual({ middle, end })
  })

  it('is never below the highest amount, and never more than two thirds above it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 4 }), (units, digits) => {
        const most = new Big(String(units)).div(new Big(10).pow(digits))
        const end = new Big(axisOf(most.toFixed(digits)).end)
        expect(end.gte(most) && end.lte(most.times(5).div(3))).toBe(true)
        expect(end.eq(new Big(axisOf(most.toFixed(digits)).middle).times(2))).toBe(true)
      }),
    )
  })
})
