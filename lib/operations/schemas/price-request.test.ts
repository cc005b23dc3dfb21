import { describe, expect, it } from 'vitest'
import { refusals } from '../testing/refusals'
import { priceRequest } from './price-request'

// service-facts 2.12; service-interface, Get prices for oneclick, rules 1 to 4.

const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'
const all = { dailyAmount: true, weeklyAmount: true, monthlyAmount: true }
const none = { dailyAmount: false, weeklyAmount: false, monthlyAmount: false }
const purchase = { productHashKey: 'p-1', actionName: 'purchase', productCode: 'NWPLUS12' }
const renew = { productHashKey: 'p-2', actionName: 'renew', productCode: 'NWPLUS3', subscriptionId }
const asking = (...products: object[]) => ({ isMobile: false, bundles: [{ bundleHashKey: 'b-1', products }] })

describe('a request for prices', () => {
  it('gives a purchase one piece and no breakdown unless told otherwise', () => {
    expect(priceRequest.parse(asking(purchase)).bundles[0]?.products).toEqual([
      { ...purchase, quantity: 1, priceCalculationType: none },
    ])
  })

  it.each(['renew', 'upgrade', 'downgrade'])('gives a %s no quantity and no breakdown unless told otherwise', (actionName) => {
    expect(priceRequest.parse(asking({ ...renew, actionName })).bundles[0]?.products).toEqual([
      { ...renew, actionName, priceCalculationType: none },
    ])
  })

  it.each([
    ['a breakdown of a purchase', asking({ ...purchase, priceCalculationType: all })],
    ['a breakdown of a renewal', asking({ ...renew, priceCalculationType: all })],
    [
      'a discount and a coupon on each product',
      asking({ ...purchase, discount: 10, couponCode: 'SPRING25' }, { ...renew, discount: 0.01 }),
    ],
    ['no language', { ...asking(purchase), locale: null }],
    [
      'one key in two bundles',
      { isMobile: true, bundles: [...asking(purchase).bundles, { bundleHashKey: 'b-2', products: [purchase] }] },
    ],
    [
      'two subscriptions',
      asking(renew, { ...renew, productHashKey: 'p-3', subscriptionId: '52ec1118-85f4-42d3-bf90-691059c855e4' }),
    ],
  ])('may hold %s', (_, request) => expect(refusals(priceRequest, request)).toEqual([]))

  it.each(['upgrade', 'downgrade'])('refuses every breakdown of %s', (actionName) => {
    expect(refusals(priceRequest, asking({ ...renew, actionName, priceCalculationType: all }))).toEqual(
      ['dailyAmount', 'weeklyAmount', 'monthlyAmount'].map(
        (flag) => `bundles.0.products.0.priceCalculationType.${flag}: Upgrades and downgrades have no price breakdown`,
      ),
    )
  })

  it.each([
    ['the same id', subscriptionId],
    ['the same id in capitals', subscriptionId.toUpperCase()],
  ])('takes one action for each subscription: not %s twice in a bundle', (_, id) => {
    expect(
      refusals(priceRequest, asking(renew, { ...renew, productHashKey: 'p-3', actionName: 'upgrade', subscriptionId: id })),
    ).toEqual([
      'bundles.0.products.1.subscriptionId: A subscription can appear only once per request. Price its other option separately.',
    ])
  })

  it('takes one action for each subscription over all bundles', () => {
    const request = {
      isMobile: false,
      bundles: [...asking(renew).bundles, { bundleHashKey: 'b-2', products: [purchase, { ...renew, actionName: 'downgrade' }] }],
    }
    expect(refusals(priceRequest, request)).toEqual([
      'bundles.1.products.1.subscriptionId: A subscription can appear only once per request. Price its other option separately.',
    ])
  })

  it('refuses two bundles of one key', () => {
    const request = { isMobile: false, bundles: [...asking(purchase).bundles, ...asking(purchase).bundles] }
    expect(refusals(priceRequest, request)).toEqual(['bundles.1.bundleHashKey: Another bundle has this key'])
  })

  it('refuses two lines of one key in a bundle', () => {
    expect(refusals(priceRequest, asking(purchase, { ...renew, productHashKey: 'p-1' }))).toEqual([
      'bundles.0.products.1.productHashKey: Another product in this bundle has this key',
    ])
  })

  const line = 'bundles.0.products.0'
  it.each([
    [asking({ ...purchase, subscriptionId }), `${line}.subscriptionId: unknown`],
    [asking({ ...renew, quantity: 1 }), `${line}.quantity: unknown`],
    [
      asking({ ...renew, subscriptionId: undefined }),
      `${line}.subscriptionId: Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787`,
    ],
    [asking({ ...purchase, quantity: 0 }), `${line}.quantity: Enter a whole number from 1 to 10`],
    [asking({ ...purchase, quantity: 11 }), `${line}.quantity: Enter a whole number from 1 to 10`],
    [asking({ ...purchase, quantity: 1.5 }), `${line}.quantity: Enter a whole number from 1 to 10`],
    [asking({ ...purchase, discount: 100 }), `${line}.discount: Enter a percentage from 0.01 to 99.99`],
    [asking({ ...purchase, actionName: 'refund' }), `${line}.actionName: Choose purchase, renew, upgrade or downgrade`],
    [asking({ ...purchase, action: 'purchase' }), `${line}.action: unknown`],
    [
      asking({ ...purchase, priceCalculationType: { ...none, mounthlyAmount: true } }),
      `${line}.priceCalculationType.mounthlyAmount: unknown`,
    ],
    [asking({ ...purchase, productHashKey: '' }), `${line}.productHashKey: Send a key`],
    [asking(), 'bundles.0.products: Add a product'],
    [{ isMobile: false, bundles: [] }, 'bundles: Add a bundle'],
    [{ ...asking(purchase), isMobile: 'no' }, 'isMobile: Choose whether the buyer is on a mobile device'],
    [{ ...asking(purchase), locale: 'dutch' }, 'locale: Use a two-letter language code, such as en'],
    [{ ...asking(purchase), host: 'evil.test' }, 'host: unknown'],
    [{ isMobile: false, bundles: [{ ...asking(purchase).bundles[0], url: 'x' }] }, 'bundles.0.url: unknown'],
  ])('is refused: %#', (request, why) => expect(refusals(priceRequest, request)).toEqual([why]))
})
