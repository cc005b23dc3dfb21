import { expect, it } from 'vitest'
import { problem } from '@/lib/core/problem'
import { type CellView, compared, paidPrice, pricedNow, referenceOf } from './compared'
import { comparisonRows } from './comparison-rows'

const view = (currency: string, total: string, months: number, isOutdated = false): CellView => ({
  isAsking: false,
  isOutdated,
  outcome: {
    answer: {
      currency,
      tax: null,
      chargeMethods: [],
      bundles: [],
      products: [
        {
          ...{ id: null, code: 'P', name: null, nameByLocale: null, durationDays: null, durationWeeks: null },
          ...{ durationMonths: months, isActive: null, availableForPurchase: null, availableForShop: null },
          ...{ availableForControlPanel: null, availableForAutocharge: null },
        },
      ],
    },
    bundle: {
      bundleHashKey: 'b',
      products: [
        {
          ...{ productHashKey: 'p', code: 'P', isTrial: null, action: 'renew', subscriptionId: null, quantity: null },
          ...{ precheckAutocharge: null, amount: null, dailyAmount: null, weeklyAmount: null, monthlyAmount: null },
        },
      ],
      totalAmount: {
        origin: null,
        discountsAndCoupons: null,
        amountWithDiscountsAndCoupons: null,
        taxPercent: null,
        tax: null,
        amountWithDiscountsAndCouponsAndTax: total,
      },
    },
  },
})

const today = [
  paidPrice({ amount: '19.00', currency: 'EUR', day: '2026-11-04', isReduced: false }, 1),
  pricedNow(view('JPY', '2000', 1), 1),
  pricedNow({ outcome: undefined, isAsking: false, isOutdated: false }, 1),
] as const
const [eur, jpy] = today.map(referenceOf)

it('is one row for each cell: amounts as given, exact differences within a currency, and why there is none', () => {
  const failed: CellView = {
    outcome: { problem: problem('notFound', 'Products not found').problem },
    isAsking: false,
    isOutdated: false,
  }
  const rows = comparisonRows([
    { letter: '', words: 'Plus', terms: '', cells: today },
    {
      letter: 'A',
      words: 'Plus 12',
      terms: 'no discount',
      cells: [compared(view('EUR', '144.00', 12), eur ?? null), compared(view('JPY', '25000', 12), jpy ?? null)],
    },
    {
      letter: 'B',
      words: 'Pro',
      terms: 'discount 10%',
      cells: [compared(view('USD', '10.00', 1, true), eur ?? null), compared(failed, jpy ?? null)],
    },
  ])
  expect(rows.slice(1).map((row) => [row[0], ...row.slice(3)])).toEqual([
    ['', 'EUR', '19.00', '', '1', '19.00', '', 'paid 4 Nov 2026'],
    ['', 'JPY', '2000', '', '1', '2000', '', 'priced now'],
    ['', '', '', '', '', '', '', 'not calculated'],
    ['A', 'EUR', '144.00', '', '12', '12.00', '-84.00', ''],
    ['A', 'JPY', '25000', '', '12', '2083', '1000', ''],
    ['B', 'USD', '10.00', '', '1', '10.00', '', 'outdated'],
    ['B', '', '', '', '', '', '', 'Products not found'],
  ])
})

it('says why there is no price by the field that was refused, not that validation failed', () => {
  const fields = [{ field: 'bundles[0].products[0].couponCode', title: 'The coupon is not valid.' }]
  const refused = compared(
    { outcome: { problem: problem('invalid', 'Validation failed', { fields }).problem }, isAsking: false, isOutdated: false },
    null,
  )
  expect(comparisonRows([{ letter: 'A', words: '', terms: '', cells: [refused] }])[1]?.at(-1)).toBe('The coupon is not valid.')
})

it('what is compared with an old price is old, too', () => {
  const fresh: CellView = { outcome: undefined, isAsking: false, isOutdated: false }
  const old = (isOld: boolean) => compared(fresh, { currency: 'EUR', amount: '1.00', months: 1, isOld }).isOld
  expect([old(false), old(true)]).toEqual([false, true])
})

it('says of a price below a renewal that it is above what they paid last, and what a bundle does to what they pay today', () => {
  const last = { amount: '18.00', currency: 'EUR', day: '2026-11-04', isRenewal: false, isReduced: true }
  const now = pricedNow(view('EUR', '20.00', 1), 1, last)
  const rowOf = (total: string) => {
    const price = { ...compared(view('EUR', total, 1), referenceOf(now)), bearing: 'replacesAndAdds' as const }
    return comparisonRows([{ letter: 'A', words: '', terms: '', cells: [price] }])[1]?.slice(-2)
  }
  const does = 'replaces what they pay today, with the purchase on top'
  expect(rowOf('19.00')).toEqual(['-1.00', `${does}, 1.00 more this month than they last paid`])
  expect(rowOf('18.00')).toEqual(['-2.00', does])
  expect(rowOf('21.00')).toEqual(['1.00', `${does}, 3.00 more this month than they last paid`])
})
