import { expect, it } from 'vitest'
import { lowerPlans, priceDifference } from './lower-plans'

const amounts = (amount: string) => ({ amountWithDiscountAndCouponAndTax: amount })
const product = (name: string | null, durationMonths: number | null, price?: string, monthly?: string) =>
  ({
    ...{ id: `id of ${name}`, code: null, name, durationDays: null, durationMonths, isTrial: false },
    prices:
      price === undefined ? null : { amount: amounts(price), monthlyAmount: monthly === undefined ? null : amounts(monthly) },
  }) as unknown as Parameters<typeof lowerPlans>[0][number]

const listed = [
  product('Plus 1 month', 1, '19.19', '19.19'),
  product('Plus 12 months', 12, '155.99', '13.00'),
  product('Plus 3 months', 3, '46.79', '15.60'),
  product('Plus 24 months', 24, '280.00'),
  product('Cloud 12 months', 12),
  product('Forever', null, '900.00'),
]

const namesIn = (monthsNow: number | null) =>
  lowerPlans(listed, monthsNow).map(({ title, plans }) => [
    title,
    plans.map(({ name, term }) => [name, term].filter(Boolean).join(' ')),
  ])

it('plans of the same term come first, then shorter ones, the longest first, and nothing is lost', () => {
  expect(namesIn(12)).toEqual([
    ['Same term', ['Plus 12 months', 'Cloud 12 months']],
    ['Shorter terms', ['Plus 3 months', 'Plus 1 month']],
    ['Longer terms', ['Plus 24 months']],
    ['Other terms', ['Forever']],
  ])
})

it('where the term now is not known they stay as the service orders them', () => {
  expect(namesIn(null)).toEqual([[null, listed.map(({ name }) => name)]])
  expect(lowerPlans([], null)).toEqual([])
})

it('a price that is not known stays unknown', () => {
  const [same] = lowerPlans(listed, 12)
  expect(same?.plans.map(({ price, monthly }) => [price, monthly])).toEqual([
    ['155.99', '13.00'],
    [null, null],
  ])
})

it.each([
  ['251.99', 'GBP', '155.99', 'GBP', '96.00 GBP less'],
  ['10', 'JPY', '1250', 'JPY', '1,240 JPY more'],
  ['1.500', 'KWD', '1.5', 'KWD', 'same price'],
  ['251.99', 'GBP', '155.99', 'EUR', null],
  [null, 'GBP', '155.99', 'GBP', null],
  ['251.99', 'GBP', null, 'GBP', null],
  ['251.99', null, '155.99', null, null],
])('from %s %s to %s %s it is %s', (before, from, after, to, words) => {
  expect(priceDifference({ amount: before, currency: from }, { amount: after, currency: to })).toBe(words)
})
