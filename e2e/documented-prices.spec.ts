import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'
import { pricesPath } from './price-link'

// Payloads as the contract has them (service-facts 6.2 and the disagreements of section 1), written down here a second time on purpose.

const { buyer, activeSubscription } = ids.cascade

const amount = (
  origin: string,
  discount: string,
  coupon: string,
  net: string,
  tax: string,
  total: string,
  more: object = {},
) => ({
  origin,
  amountForAction: '0.00',
  discountPercent: '10.00',
  discount,
  amountWithDiscount: '107.99',
  couponPercent: '25.00',
  couponCode: 'SPRING25',
  coupon,
  amountWithDiscountAndCoupon: net,
  taxPercent: '21.00',
  tax,
  amountWithDiscountAndCouponAndTax: total,
  ...more,
})

const plain = (total: string) => ({
  origin: total,
  amountForAction: total,
  discountPercent: '0.00',
  discount: '0.00',
  amountWithDiscount: total,
  couponPercent: '0.00',
  coupon: '0.00',
  amountWithDiscountAndCoupon: total,
  taxPercent: '0.00',
  tax: null,
  amountWithDiscountAndCouponAndTax: total,
})

const product = (code: string, more: object) => ({
  id: '8c5e8757-102a-464a-b307-ee12f2574a79',
  code,
  durationDays: 336,
  durationWeeks: 48,
  isActive: true,
  availableForShop: true,
  availableForControlPanel: true,
  availableForAutocharge: true,
  ...more,
})

/** Everything at once that the documents disagree about: the lines do not come to the total, and a renewal has a quantity. */
const answer = (month: 'mounthlyAmount' | 'monthlyAmount', tax: unknown) => ({
  data: {
    currency: 'EUR',
    tax,
    chargeMethods: [
      {
        paymentMethodType: 'card',
        paymentMethodIdentifier: '**** **** **** 0119',
        chargeMethodId: 'fa8d6978-c0e2-46bf-a776-562ee3be6b98',
      },
    ],
    bundles: [
      {
        bundleHashKey: 'b-1',
        totalAmount: {
          origin: '1234567.50',
          discountsAndCoupons: '39.01',
          amountWithDiscountsAndCoupons: '126.02',
          taxPercent: '21.00',
          tax: '26.47',
          amountWithDiscountsAndCouponsAndTax: '98765.43',
        },
        products: [
          {
            productHashKey: 'p-1',
            code: 'NWPLUS12',
            isTrial: false,
            action: 'purchase',
            quantity: 1,
            precheckAutocharge: { isPrechecked: true, isShown: true },
            amount: amount('120.00', '12.01', '27.02', '81.03', '17.04', '98.05'),
            dailyAmount: amount('0.36', '0.04', '0.08', '0.24', '0.05', '0.29'),
            weeklyAmount: amount('2.50', '0.25', '0.56', '1.69', '0.35', '2.04'),
            [month]: amount('10.11', '1.12', '2.25', '6.75', '1.42', '8.17'),
          },
          {
            productHashKey: 'p-2',
            code: 'NWPLUS3',
            isTrial: false,
            action: 'renew',
            subscriptionId: activeSubscription,
            quantity: 2,
            precheckAutoCharge: { isPrechecked: false, isShown: false },
            amount: plain('45.55'),
          },
        ],
      },
    ],
    products: [
      product('NWPLUS12', { name: 'Northwind Plus 12 months', nameByLocale: 'Northwind Plus 12 maanden', durationMonth: 12 }),
      product('NWPLUS3', { name: 'v2-Q2hhcmdlYmVlL29wYXF1ZQ==', nameByLocale: 'Northwind Plus 3 maanden', durationMonths: 3 }),
    ],
  },
  meta: month === 'monthlyAmount' ? [] : { type: 'collection', total: 1, offset: 0 },
})

/** The request of service-facts 6.2, by a link. */
const asked = pricesPath(
  [
    [
      { product: 'NWPLUS12', discount: '10', coupon: 'SPRING25', per: 7 },
      { action: 'renew', product: 'NWPLUS3', subscription: activeSubscription },
    ],
  ],
  ['EUR'],
  { locale: 'nl', buyer },
)

const documentedRequest =
  '{"isMobile":false,"currency":"EUR","locale":"nl","bundles":[{"bundleHashKey":"b-1","products":[' +
  '{"productHashKey":"p-1","productCode":"NWPLUS12","couponCode":"SPRING25","discount":10,"actionName":"purchase","quantity":1,"priceCalculationType":{"dailyAmount":true,"weeklyAmount":true,"monthlyAmount":true}},' +
  `{"productHashKey":"p-2","productCode":"NWPLUS3","actionName":"renew","subscriptionId":"${activeSubscription}","priceCalculationType":{"dailyAmount":false,"weeklyAmount":false,"monthlyAmount":true}}]}]}`

for (const [month, tax] of [
  ['mounthlyAmount', { type: 'vat', country: 'nl' }],
  ['monthlyAmount', null],
  ['monthlyAmount', 'null'],
] as const) {
  test(`an answer with ${month} and a tax of ${JSON.stringify(tax)} is shown as given, to the letter`, async ({
    signedInAs,
    standin,
  }) => {
    // Today's row acts on the same subscription, so it's a request of its own; the answer given here has no price for it.
    await standin.fault('getOneClickPrices', 'wrongShape', { times: 2, body: answer(month, tax) })
    const page = await signedInAs('agent')
    await page.goto(asked)
    const receipt = page.getByRole('region', { name: /Receipt:/ })
    await expect(receipt).toContainText('98765.43')
    const shown = await page.getByRole('main').textContent()
    const given = JSON.stringify(answer(month, tax).data.bundles).match(/(?<=")\d+\.\d+(?=")/g) ?? []
    expect(given.filter((each) => !/^0\.00$/.test(each) && !shown?.includes(each))).toEqual([])
    await expect(receipt).toContainText('Northwind Plus 12 maanden')
    await expect(receipt).toContainText('2 × Northwind Plus 3 maanden')
    await expect(receipt).toContainText('**** **** **** 0119')
    await expect(receipt).toContainText('Autocharge offered, preselected')
    await expect(receipt).toContainText('Autocharge not offered, not preselected')
    await expect(receipt).toContainText(
      tax === null || tax === 'null' ? 'The service returned no tax information.' : 'Tax VAT, NL 21.00%',
    )
    await expect(receipt).toContainText(
      'The lines add up to 143.60, but the service’s total is 98,765.43. We show both unchanged.',
    )
    expect(shown).not.toMatch(/v2-Q2hh|NaN|undefined/)
    const bodies = async () => (await standin.requests('getOneClickPrices')).map(({ body }) => body)
    await expect.poll(async () => (await bodies()).length).toBe(2)
    expect(await bodies()).toContain(documentedRequest)
  })
}
