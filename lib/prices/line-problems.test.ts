import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceRequest } from '../operations/schemas/price-request'
import { problemsOf } from './line-problems'
import { priceBody } from './price-body'
import { emptyWorkbench, type Line, newLine } from './workbench'
import { anyOption, subscriptionIds } from './workbench-for-tests'

const [subscription = ''] = subscriptionIds
const problems = (...lines: Partial<Line>[]) =>
  problemsOf({
    ...emptyWorkbench,
    options: [
      { key: 'b-1', name: '', lines: lines.map((line, index) => newLine(`p-${index}`, { product: 'NWPLUS1', ...line })) },
    ],
  }).lines['b-1'] ?? {}

describe('what is wrong with a line', () => {
  it.each<[string, Partial<Line>, object]>([
    ['a sound purchase', {}, {}],
    ['no product', { product: ' ' }, { product: 'Choose a product' }],
    ['a product code in small letters', { product: 'nwplus1' }, { product: expect.stringContaining('capital letters') }],
    ['a quantity of 11', { quantity: '11' }, { quantity: 'Enter a whole number from 1 to 10' }],
    ['a renewal without a subscription', { action: 'renew' }, { subscription: 'Choose the subscription to renew' }],
    ['a renewal, whose quantity nobody asks', { action: 'renew', subscription, quantity: '' }, {}],
    ['a discount of 100', { discount: '100' }, { discount: 'Enter a percentage from 0.01 to 99.99, with two decimals at most' }],
    [
      'a discount of 0.001',
      { discount: '0.001' },
      { discount: 'Enter a percentage from 0.01 to 99.99, with two decimals at most' },
    ],
    [
      'a discount with a comma',
      { discount: '12,5' },
      { discount: 'Enter a percentage from 0.01 to 99.99, with two decimals at most' },
    ],
    ['a coupon with a space', { coupon: 'SPRING 25' }, { coupon: expect.any(String) }],
  ])('%s', (_, line, found) => {
    expect(problems(line)['p-0']).toEqual(found)
  })

  it('a second action on one subscription is told on the second line, whatever the letters of the id', () => {
    const found = problems({ action: 'renew', subscription }, { action: 'upgrade', subscription: subscription.toUpperCase() })
    expect(found['p-0']).toEqual({})
    expect(found['p-1']?.subscription).toMatch(/already has an action \(renew\)/)
  })

  it('an unknown currency, one that is given twice, an unknown language and a name with an e-mail are told', () => {
    const found = problemsOf({
      ...emptyWorkbench,
      currencies: ['EUR', 'XXX', 'EUR'],
      locale: 'qq',
      options: [{ key: 'b-1', name: 'a@b.test', lines: [] }],
    })
    expect(found.currencies).toEqual([null, expect.any(String), 'This currency is already listed'])
    expect(found).toMatchObject({ locale: expect.any(String), names: { 'b-1': expect.any(String) }, count: 4 })
  })
})

it('the declared schema takes exactly the options that have no problem', () => {
  fc.assert(
    fc.property(anyOption('b-1'), (option) => {
      const { count } = problemsOf({ ...emptyWorkbench, options: [option] })
      expect(priceRequest.safeParse(priceBody([option], '', emptyWorkbench)).success).toBe(count === 0)
    }),
    { numRuns: 300 },
  )
})

it('a body holds only what its action takes, and no breakdown for upgrade and downgrade', () => {
  const all = { product: 'NWPLUS1', subscription, discount: '10.00', coupon: 'SPRING25', per: ['day', 'week', 'month'] as const }
  const lines = (['purchase', 'renew', 'upgrade', 'downgrade'] as const).map((action) => newLine(action, { ...all, action }))
  const { bundles } = priceBody([{ key: 'b-1', name: 'secret name', lines }], 'EUR', { locale: 'nl', isMobile: true })
  const on = { dailyAmount: true, weeklyAmount: true, monthlyAmount: true }
  const off = { dailyAmount: false, weeklyAmount: false, monthlyAmount: false }
  const rest = { productCode: 'NWPLUS1', discount: 10, couponCode: 'SPRING25' }
  expect(bundles).toEqual([
    {
      bundleHashKey: 'b-1',
      products: [
        { productHashKey: 'purchase', actionName: 'purchase', quantity: 1, ...rest, priceCalculationType: on },
        { productHashKey: 'renew', actionName: 'renew', subscriptionId: subscription, ...rest, priceCalculationType: on },
        { productHashKey: 'upgrade', actionName: 'upgrade', subscriptionId: subscription, ...rest, priceCalculationType: off },
        {
          productHashKey: 'downgrade',
          actionName: 'downgrade',
          subscriptionId: subscription,
          ...rest,
          priceCalculationType: off,
        },
      ],
    },
  ])
})
