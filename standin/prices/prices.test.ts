import { describe, expect, test } from 'vitest'
import { ids } from '../seed/stories'
import { RunningStandin } from '../standin-for-tests'
import { northwind } from '../standin-merchants'

const running = new RunningStandin({ now: () => new Date('2025-05-06T12:00:00Z') })
const none = { dailyAmount: false, weeklyAmount: false, monthlyAmount: false }
const all = { dailyAmount: true, weeklyAmount: true, monthlyAmount: true }

const purchase = { productHashKey: 'p', actionName: 'purchase', productCode: 'NWPLUS1', quantity: 1, priceCalculationType: none }
const upgrade = {
  productHashKey: 'u',
  actionName: 'upgrade',
  productCode: 'NWPRO3',
  subscriptionId: ids.cancelledAndFrozen.cancelledSubscription,
  priceCalculationType: none,
}
type Changed = Record<string, unknown>

const asked = (
  lines: object[],
  changed: Changed = {},
  { buyer = ids.cancelledAndFrozen.buyer as string, ip = '2001:db8:7::77' } = {},
) =>
  running.as(northwind, ip).post(`/api/v3/buyers/${buyer}/products/bundles`, {
    isMobile: false,
    bundles: [{ bundleHashKey: 'b', products: lines }],
    ...changed,
  })

describe('the currency', () => {
  test.each([
    ['192.0.2.1', 'USD'],
    ['192.0.2.130', 'KWD'],
    ['198.51.100.1', 'EUR'],
    ['198.51.100.130', 'GBP'],
    ['203.0.113.1', 'BRL'],
    ['203.0.113.130', 'JPY'],
    ['2001:db8:7::1', 'EUR'],
    ['10.10.10.10', 'USD'],
  ])('of %s is %s when none is asked for', async (ip, currency) => {
    expect((await asked([purchase], {}, { ip })).body).toMatchObject({ data: { currency } })
  })

  test('is the one asked for, and its digits are those of every amount', async () => {
    const yen = await asked([purchase], { currency: 'JPY' }, { ip: '203.0.113.130' })
    expect(yen.body).toMatchObject({
      data: {
        bundles: [
          { totalAmount: { origin: '2980', taxPercent: '10.00', tax: '298', amountWithDiscountsAndCouponsAndTax: '3278' } },
        ],
      },
    })
    const dinar = await asked([{ ...purchase, discount: 12.5 }], { currency: 'KWD' }, { ip: '192.0.2.130' })
    expect(dinar.body).toMatchObject({
      data: {
        tax: null,
        bundles: [{ products: [{ amount: { origin: '6.150', discount: '0.769', amountWithDiscount: '5.381' } }] }],
      },
    })
  })
})

describe('a line', () => {
  test('has no breakdown unless one is asked for', async () => {
    const { body } = await asked([purchase])
    const { data } = body as { data: { bundles: { products: object[] }[] } }
    expect(Object.keys(data.bundles[0]?.products[0] ?? {}).filter((key) => key.endsWith('Amount'))).toEqual([])
  })

  test('has the breakdowns that are asked for, the monthly one spelled as the service spells it', async () => {
    const { body } = await asked([{ ...purchase, priceCalculationType: all }])
    expect(body).toMatchObject({ data: { bundles: [{ products: [{ dailyAmount: {}, weeklyAmount: {}, mounthlyAmount: {} }] }] } })
  })

  test('of a purchase counts its quantity', async () => {
    const { body } = await asked([{ ...purchase, quantity: 3 }])
    expect(body).toMatchObject({
      data: { bundles: [{ products: [{ quantity: 3, amount: { origin: '54.00', amountForAction: '0.00' } }] }] },
    })
  })

  test('of an upgrade has the part to pay: the new price less the unused days', async () => {
    const { body } = await asked([upgrade])
    // 4 of the 84 days that cost 45.00 are not used: 2.14 of 90.00 are paid already.
    expect(body).toMatchObject({ data: { bundles: [{ products: [{ amount: { origin: '90.00', amountForAction: '87.86' } }] }] } })
  })

  test('of a trial coupon is a trial', async () => {
    const { body } = await asked([{ ...purchase, couponCode: 'TRIALEUR' }])
    expect(body).toMatchObject({ data: { bundles: [{ products: [{ isTrial: true, amount: { coupon: '17.10' } }] }] } })
  })

  test('on a mobile device does not precheck autocharge', async () => {
    const { body } = await asked([purchase], { isMobile: true })
    expect(body).toMatchObject({
      data: { bundles: [{ products: [{ precheckAutocharge: { isPrechecked: false, isShown: true } }] }] },
    })
  })
})

describe('a request is refused', () => {
  const other = { ...upgrade, productHashKey: 'r', actionName: 'renew', productCode: 'NWPLUS3' }

  test.each<[string, string, object[], Changed]>([
    ['two actions on one subscription', 'bundles[0].products[1].subscriptionId', [upgrade, other], {}],
    [
      'a purchase with a subscription',
      'bundles[0].products[0].subscriptionId',
      [{ ...purchase, subscriptionId: upgrade.subscriptionId }],
      {},
    ],
    ['an upgrade without one', 'bundles[0].products[0].subscriptionId', [{ ...upgrade, subscriptionId: undefined }], {}],
    ['an upgrade with a quantity', 'bundles[0].products[0].quantity', [{ ...upgrade, quantity: 1 }], {}],
    [
      'an upgrade with a breakdown',
      'bundles[0].products[0].priceCalculationType',
      [{ ...upgrade, priceCalculationType: all }],
      {},
    ],
    [
      'a missing flag',
      'bundles[0].products[0].priceCalculationType.weeklyAmount',
      [{ ...purchase, priceCalculationType: { ...none, weeklyAmount: null } }],
      {},
    ],
    ['two lines of one key', 'bundles[0].products[1].productHashKey', [purchase, purchase], {}],
    ['an unknown action', 'bundles[0].products[0].actionName', [{ ...purchase, actionName: 'gift' }], {}],
    ['a discount of 100', 'bundles[0].products[0].discount', [{ ...purchase, discount: 100 }], {}],
    ['a quantity of 0', 'bundles[0].products[0].quantity', [{ ...purchase, quantity: 0 }], {}],
    ['an unknown coupon', 'coupon', [{ ...purchase, couponCode: 'NOSUCH' }], {}],
    ['a coupon of another product', 'coupon', [{ ...purchase, couponCode: 'PROONLY40' }], {}],
    ['a coupon that is over', 'coupon', [{ ...purchase, couponCode: 'LASTYEAR50' }], {}],
    ['a trial coupon of another currency', 'coupon', [{ ...purchase, couponCode: 'TRIALUSD' }], {}],
    ['no isMobile', 'isMobile', [purchase], { isMobile: undefined }],
    ['an unknown currency', 'currency', [purchase], { currency: 'XXX' }],
    ['no bundles', 'bundles', [purchase], { bundles: [] }],
    ['bundles that are no list', 'bundles', [purchase], { bundles: { b: [] } }],
  ])('for %s, on the field %s', async (_, field, lines, changed) => {
    const answer = await asked(lines, changed)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } })
  })

  test('for two bundles of one key', async () => {
    const bundle = { bundleHashKey: 'b', products: [purchase] }
    const answer = await asked([], { bundles: [bundle, bundle] })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'bundles[1].bundleHashKey' }] } })
  })

  test.each(['NOSUCH', 'NWCLASSIC12', 'SBREAD1'])('for the product %s, which is not found', async (productCode) => {
    expect(await asked([{ ...purchase, productCode }])).toMatchObject({ status: 404, body: { message: 'Products not found' } })
  })

  test('for an upgrade that leads down', async () => {
    expect(await asked([{ ...upgrade, productCode: 'NWCLOUD1' }])).toMatchObject({ status: 422, body: { code: 3000 } })
  })
})

test('a bundle key may return in another bundle for a line, and the catalogue lists a product once', async () => {
  const bundles = ['a', 'b'].map((bundleHashKey) => ({ bundleHashKey, products: [purchase] }))
  const { body } = await asked([], { bundles, locale: 'de' })
  expect(body).toMatchObject({
    data: { products: [{ code: 'NWPLUS1', nameByLocale: 'Northwind Plus 1 Monat' }] },
    meta: { total: 2 },
  })
})

test('the other documented spellings can be asked for', async () => {
  running.standin.fault({ fault: 'otherSpellings' })
  const { body } = await asked([{ ...purchase, priceCalculationType: all }], {}, { ip: '203.0.113.1' })
  expect(body).toMatchObject({ meta: [], data: { tax: 'null', products: [{ durationMonths: 1 }] } })
  expect(JSON.stringify(body)).not.toContain('mounthly')
})
