import { describe, expect, it } from 'vitest'
import history from '@/standin/examples/charge-history.json'
import { getChargeHistory } from '../operations/queries'
import type { Order } from '../operations/schemas/charge-history'
import type { Subscription } from '../operations/schemas/subscription'
import { asRead } from '../operations/testing/as-read'
import { bearingOn } from './bearing'
import { describeToday, describeUnread, paidNow, startingOption, todayOf } from './today'
import { newLine, type Option } from './workbench'

const product = (code: string, months: number) => ({
  ...{ id: `id of ${code}`, code, name: `Northwind ${code}`, durationDays: null, durationWeeks: null, durationMonths: months },
  ...{ isTrial: false, availableForPurchase: true, availableForShop: true, availableForControlPanel: true },
  availableForAutocharge: true,
})
const subscription = (id: string, code: string, more: Partial<Subscription> = {}): Subscription => ({
  ...{ id, buyerId: null, startDate: null, endDate: null, status: 'active', autoChargeStatus: true, isManual: null },
  ...{ isTokenized: null, createdAt: null, product: product(code, 1), statusInfo: [], freezeDetails: null, ...more },
})
const [example] = asRead(getChargeHistory, history).data as Order[]
const order = (code: string, amount: string, createdAt: string, more: object = {}): Order => {
  const line = example?.products[0]
  if (!example || !line?.prices) throw new Error('The example has lost its product')
  const prices = { ...line.prices, amountWithDiscountAndCouponAndTax: amount }
  return {
    ...example,
    type: 'autocharge',
    createdAt,
    currency: 'EUR',
    products: [{ ...line, ...product(code, 1), quantity: 1, prices, ...more }],
  }
}
const acting = (id: string, action: 'renew' | 'upgrade' = 'renew'): Option => ({
  key: 'b-1',
  name: '',
  lines: [newLine('p-1', { action, subscription: id, product: 'PLUS' })],
})
type Sale = { type: string; actionType?: string }
const none = { subscriptions: [], orders: [], options: [] }

describe('what the buyer pays today', () => {
  it('is the last charge for the subscription that runs, and its own renewal is what a calculation begins with', () => {
    const today = todayOf({
      ...none,
      subscriptions: [subscription('over', 'OLD', { status: 'expired' }), subscription('runs', 'PLUS')],
      orders: [
        order('OTHER', '5.00', '2026-11-20 10:00:00'),
        order('PLUS', '19.00', '2026-11-04 10:00:00'),
        order('PLUS', '17.00', '2026-10-04 10:00:00'),
      ],
    })
    expect(today).toMatchObject({
      name: 'Northwind PLUS',
      months: 1,
      paysIn: 'EUR',
      paid: { amount: '19.00', currency: 'EUR', day: '2026-11-04' },
    })
    expect(today && describeToday(today)).toBe('What they pay today, autocharge on')
    expect(today && paidNow(today)?.amount).toBe('19.00')
    expect(today?.option.lines).toMatchObject([{ action: 'renew', product: 'PLUS', subscription: 'runs', discount: '' }])
    expect(today && startingOption(today)?.lines).toMatchObject([{ action: 'renew', product: 'PLUS', subscription: 'runs' }])
  })

  it('is of the subscription that the options act on', () => {
    const subscriptions = [subscription('one', 'PLUS'), subscription('two', 'PRO', { autoChargeStatus: null })]
    const today = todayOf({ ...none, subscriptions, options: [acting('TWO')] })
    expect([today?.product, today && describeToday(today)]).toEqual(['PRO', 'What renewing costs now'])
    expect(today && [bearingOn(acting('two'), today), bearingOn(acting('one'), today)]).toEqual(['replaces', 'other'])
  })

  it.each([
    ['an initial order with a coupon', { type: 'checkout' }, { coupon: '1.90' }, { isRenewal: false, isReduced: true }],
    ['an initial order at the full price', { type: 'checkout' }, {}, { isRenewal: false, isReduced: false }],
    ['a renewal by its action', { type: 'oneclick', actionType: 'renew' }, {}, { isRenewal: true, isReduced: false }],
    ['a renewal with a discount', { type: 'autocharge' }, { discount: '1.90' }, { isRenewal: true, isReduced: true }],
  ])('%s says what renewing costs only if it renewed', (_, { type, actionType = 'initial' }: Sale, off, paid) => {
    const bought = order('PLUS', '17.10', '2026-11-04 10:00:00', { actionType })
    const products = bought.products.map((line) => ({
      ...line,
      prices: line.prices && { ...line.prices, discount: '0.00', coupon: '0.00', ...off },
    }))
    const today = todayOf({ ...none, subscriptions: [subscription('runs', 'PLUS')], orders: [{ ...bought, type, products }] })
    expect(today?.paid).toMatchObject({ amount: '17.10', ...paid })
    expect(today && [paidNow(today) !== null, describeToday(today)]).toEqual([
      paid.isRenewal,
      `${paid.isRenewal ? 'What they pay today' : 'What renewing costs now'}, autocharge on`,
    ])
  })

  it('is no trial, no purchase of several, and nothing that was not received', () => {
    const lost = order('PLUS', '1.00', '2026-11-09 10:00:00')
    const orders = [
      { ...lost, charges: lost.charges.map((charge) => ({ ...charge, status: 'declined' })) },
      order('PLUS', '0.50', '2026-11-08 10:00:00', { isTrial: true }),
      order('PLUS', '38.00', '2026-11-07 10:00:00', { quantity: 2 }),
      order('PLUS', '19.00', '2026-11-04 10:00:00'),
    ]
    expect(todayOf({ ...none, subscriptions: [subscription('runs', 'PLUS')], orders })?.paid?.amount).toBe('19.00')
  })

  it('is what was bought last where subscriptions cannot be read, and nothing where nothing is known', () => {
    const today = todayOf({ ...none, orders: [order('PLUS', '19.00', '2026-11-04 10:00:00')] })
    expect(today?.option.lines).toMatchObject([{ action: 'purchase', product: 'PLUS' }])
    expect([today && startingOption(today), today && describeToday(today)]).toEqual([null, 'What they bought last'])
    expect(todayOf(none)).toBeNull()
  })

  it('says what could not be read, and what that means for the comparison', () => {
    const today = todayOf({ ...none, subscriptions: [subscription('runs', 'PLUS')] })
    const says = (history: boolean, subscriptions: boolean, known = today) =>
      describeUnread({ history, subscriptions, lists: true }, known)
    expect(says(false, false)).toBeNull()
    expect(says(true, false)).toMatch(/charge history.* compared with what renewing costs now\.$/)
    expect(says(true, false, null)).toMatch(/charge history.* nothing to compare with/)
    expect(says(false, true)).toMatch(/subscriptions.* Nothing is compared with today\.$/)
    expect(says(true, true, null)).toMatch(/charge history or the subscriptions/)
    const without = (history: boolean) => describeUnread({ history, subscriptions: false, lists: false }, null)
    expect(without(false)).toMatch(/^This merchant account can’t list subscriptions.* Nothing is compared with today\.$/)
    expect(without(true)).toMatch(/^We couldn’t read the charge history\. This merchant account can’t list.* nothing to compare/)
  })

  it('says in which state the subscription is where it no longer runs', () => {
    const today = todayOf({ ...none, subscriptions: [subscription('over', 'PLUS', { status: 'expired' })] })
    expect(today && describeToday(today)).toBe('Their subscription, expired')
  })
})
