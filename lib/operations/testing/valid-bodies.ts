import type { OperationName } from '..'

export const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
export const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'
export const productId = 'ee009063-4b1b-4164-9def-381c7a884707'

const breakdown = { dailyAmount: false, weeklyAmount: false, monthlyAmount: true }

/** A body that each operation with one accepts and sends as it is, with every level and every optional part in it. */
export const validBodies = {
  createBuyer: {
    merchantCode: 'northwind',
    email: 'new@example.test',
    country: 'BR',
    zip: '50000-000',
    state: null,
    locale: 'pt',
    buyerMeta: { tier: 'gold' },
  },
  disableToken: { chargeMethodTokenId: 1190417 },
  enableToken: { chargeMethodTokenId: 1190417 },
  createInitialOrder: {
    isMobile: false,
    currency: 'EUR',
    discount: 12.5,
    sequence: '1234567890123456789',
    metaData: { a: '1' },
    buyerMeta: { b: '2' },
    returnUrl: 'https://shop.example.test/thanks?to={a}',
    products: [{ productCode: 'NWPLUS1', couponCode: 'WELCOME10', quantity: 1, customPrice: 9.99, autochargeStatus: null }],
    buyer: { email: 'tainara@example.test', locale: 'pt' },
  },
  changeAutochargeStatus: { autochargeStatus: false, reason: 'Asked by phone', comment: 'Ticket 4711' },
  changeExpirationDate: { expirationDate: '2099-06-30', reason: 'Goodwill' },
  downgradeSubscription: { productId },
  changeBuyerEmail: { email: 'other@example.test' },
  getOneClickPrices: {
    isMobile: false,
    currency: 'EUR',
    locale: 'nl',
    bundles: [
      {
        bundleHashKey: 'b-1',
        products: [
          {
            productHashKey: 'p-1',
            productCode: 'NWPLUS12',
            couponCode: 'SPRING25',
            discount: 10,
            actionName: 'purchase',
            quantity: 1,
            priceCalculationType: breakdown,
          },
          { productHashKey: 'p-2', productCode: 'NWPLUS3', actionName: 'renew', subscriptionId, priceCalculationType: breakdown },
        ],
      },
    ],
  },
} satisfies Partial<Record<OperationName, object>>
