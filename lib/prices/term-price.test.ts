import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import example from '@/standin/examples/prices-answer.json'
import { getOneClickPrices } from '../operations/queries'
import { asRead } from '../operations/testing/as-read'
import { compared } from './compared'
import { againstToday, describeAboveLast, describeSaving, perMonth, termOf } from './term-price'

const amounts = fc.record({ units: fc.bigInt({ min: 0n, max: 10n ** 12n }), digits: fc.constantFrom(0, 2, 3) })
const written = ({ units, digits }: { units: bigint; digits: number }) => {
  const text = String(units).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
const months = fc.constantFrom(1, 3, 6, 12, 24)

describe('against today', () => {
  it.each([
    ['19.00', 1, '144.00', 12, 'saves 84.00 a year'],
    ['19.00', 1, '278.40', 12, '50.40 more a year'],
    ['19.00', 1, '45.90', 3, 'saves 11.10 in 3 months'],
    ['19.00', 1, '15.20', 1, 'saves 3.80 this month'],
    ['16.50', 1, '16.50', 1, 'same price'],
    ['120.00', 12, '8.00', 1, 'saves 2.00 this month'],
    ['100.00', 12, '100.00', 3, '75.00 more in 3 months'],
    ['2.000', 1, '21.500', 12, 'saves 2.500 a year'],
    ['1500', 1, '15000', 12, 'saves 3,000 a year'],
    ['1.00', 1, '30.00', 24, '6.00 more in 24 months'],
  ])('%s for %i months and %s for %i: %s', (today, todayMonths, option, optionMonths, words) => {
    const against = againstToday({ amount: today, months: todayMonths }, { amount: option, months: optionMonths })
    expect(against && describeSaving(against, false)).toBe(words)
  })

  test('a move is said of each full month, because what is paid now is another amount', () => {
    const more = { amount: '2.01', months: 1 }
    expect(describeSaving({ ...more, way: 'more' }, true)).toBe('2.01 more a month')
    expect(describeSaving({ ...more, way: 'less', months: 3 }, true)).toBe('saves 2.01 in 3 months')
    expect(describeAboveLast({ ...more, last: { amount: '7.99', isReduced: true, months: 1 } }, true)).toBe(
      '2.01 more a month than they last paid',
    )
  })

  test('the difference is exact in whole units, whatever the amounts and terms', () => {
    fc.assert(
      fc.property(amounts, amounts, months, months, (one, other, oneMonths, otherMonths) => {
        const digits = Math.max(one.digits, other.digits)
        const against = againstToday({ amount: written(one), months: oneMonths }, { amount: written(other), months: otherMonths })
        const scaled = one.units * BigInt(otherMonths)
        const same = (2n * scaled + BigInt(oneMonths)) / (2n * BigInt(oneMonths))
        const expected = same * 10n ** BigInt(digits - one.digits) - other.units * 10n ** BigInt(digits - other.digits)
        const signed = against?.way === 'more' ? `-${against.amount}` : against?.amount
        expect(signed && BigInt(signed.replace('.', ''))).toBe(expected)
      }),
    )
  })

  test('a year is said of twelve months alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.constantFrom('less' as const, 'more' as const), (term, way) => {
        expect(describeSaving({ way, amount: '1.00', months: term }, false).includes('year')).toBe(term === 12)
      }),
    )
  })
})

it('a trial has no term of its product but its own length, where the service gives one that is shorter', () => {
  const { data } = asRead(getOneClickPrices, example)
  const [bundle] = data.bundles
  if (!bundle) throw new Error('The example has lost its bundle')
  const termWith = (isTrial: boolean, currentDurationDays?: number) => {
    const products = bundle.products.slice(0, 1).map((line) => ({ ...line, isTrial }))
    const catalogue = data.products.map((product) => ({ ...product, durationDays: 336, currentDurationDays }))
    return compared(
      {
        outcome: { bundle: { ...bundle, products }, answer: { ...data, products: catalogue } },
        isAsking: false,
        isOutdated: false,
      },
      { amount: '9.00', months: 1, currency: 'EUR', isOld: false },
    )
  }
  const none = { months: null, perMonth: null, against: null }
  expect(termWith(false)).toMatchObject({ months: 12, trial: null, against: { months: 12 } })
  expect(termWith(false, 7)).toMatchObject({ months: 12, trial: null })
  expect(termWith(true)).toMatchObject({ ...none, trial: 'trial, the service gave no length' })
  expect(termWith(true, 336)).toMatchObject({ ...none, trial: 'trial, the service gave no length' })
  expect(termWith(true, 7)).toMatchObject({ ...none, trial: 'trial of 7 days' })
})

it('says what is above the last payment where another option is compared with, too', () => {
  const { data } = asRead(getOneClickPrices, example)
  const [bundle] = data.bundles
  if (!bundle) throw new Error('The example has lost its bundle')
  const view = {
    outcome: { bundle: { ...bundle, products: bundle.products.slice(0, 1) }, answer: data },
    isAsking: false,
    isOutdated: false,
  }
  const dearer = { amount: '200.00', months: 12, currency: 'EUR', isOld: false }
  const last = { amount: '150.00', currency: 'EUR', day: null, isRenewal: true, isReduced: true }
  const above = compared(view, dearer, { ...dearer, last })
  expect(above).toMatchObject({ against: { way: 'less', amount: '47.54' }, againstOption: true, aboveLast: { amount: '2.46' } })
  expect(compared(view, dearer)).toMatchObject({ againstOption: false, aboveLast: null })
})

it('a bundle has the term of its products, and without one says why', () => {
  const { data } = asRead(getOneClickPrices, example)
  const [bundle] = data.bundles
  const [line] = bundle?.products ?? []
  const [product] = data.products
  if (!bundle || !line || !product) throw new Error('The example has lost its bundle')
  const of = (...months: (number | null)[]) =>
    termOf(
      { ...bundle, products: months.map((_, at) => ({ ...line, code: `P${at}` })) },
      months.map((durationMonths, at) => ({ ...product, code: `P${at}`, durationMonths })),
    )
  expect([of(12), of(3, 3), of(1, 12), of(1, null), of(0), of()]).toEqual([12, 3, 'differ', 'unknown', 'unknown', 'unknown'])
})

it('a month’s share has the digits of its price', () => {
  expect(perMonth({ amount: '144.00', months: 12 })).toBe('12.00')
  expect(perMonth({ amount: '100.00', months: 3 })).toBe('33.33')
  expect(perMonth({ amount: '1480', months: 3 })).toBe('493')
})
