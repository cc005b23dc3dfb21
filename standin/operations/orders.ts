import { BodyReader, refuseBadFields } from '../body-reader'
import { usableCoupon } from '../catalogue/coupons'
import { placeOfAddress } from '../catalogue/places'
import { productByCode } from '../catalogue/products'
import { invalidWithTextCode, notFoundWithTextCode } from '../errors'
import { isCouponCode, isDiscount, isEmail, isLocale, isProductCode, isSequence, isWebAddress } from '../formats'
import { isCurrency } from '../money'
import { newOrderId } from '../orders/new-order'
import type { Order } from '../records'
import { collection, entity, listed, type Operation, page, underBuyer } from './operation'

const isQuantity = (value: number) => Number.isInteger(value) && value >= 1 && value <= 10

/**
 * service-interface, endpoint 4, with the bodies of service-facts 2.11. The buyer is required, since x-source is always shop.
 * An order is not part of the charge history before an attempt to pay it, and nobody pays here: only its address is handed out.
 */
export const createInitialOrder: Operation = {
  name: 'createInitialOrder',
  method: 'POST',
  path: '/api/v3/initials/url',
  run({ world, merchant, headers, body: given }) {
    const body = new BodyReader(given)
    body.flag('isMobile')
    const typed = body.optionalText('currency', { is: isCurrency, as: 'a currency of this service' })
    const discount = body.optionalNumber('discount', isDiscount, 'a percentage from 0.01 to 99.99')
    const sequence = body.optionalText('sequence', { is: isSequence, as: 'a text of 16 to 19 digits' })
    const metaData = body.optionalObject('metaData')
    body.optionalObject('buyerMeta')
    body.text('returnUrl', { is: isWebAddress, as: 'a full web address' })
    const lines = body.entries('products').map(readLine)
    const buyer = body.nested('buyer')
    buyer.text('email', { is: isEmail, as: 'an e-mail address' })
    buyer.optionalText('locale', { is: isLocale, as: 'an ISO 639 set 1 code' })
    refuseBadFields(body, invalidWithTextCode)

    const currency = isCurrency(typed) ? typed : (placeOfAddress(headers.get('x-buyer-ip') ?? '')?.currency ?? 'USD')
    for (const { productCode, couponCode } of lines) {
      const product = productByCode(merchant.code, productCode)
      if (!product?.isActive) throw notFoundWithTextCode()
      if (couponCode !== null && !usableCoupon(couponCode, { product, currency, daysSinceStart: world.daysSinceStart })) {
        throw invalidWithTextCode([{ field: 'coupon', title: 'The coupon is not valid.', values: { couponCode } }])
      }
    }
    return {
      status: 200,
      body: entity({
        url: `https://pay.example.test/checkout/${newOrderId()}`,
        params: {
          // An empty map comes back as a list (D26).
          metaData: Object.keys(metaData).length > 0 ? metaData : [],
          sequence,
          discount,
          coupon: lines.find((line) => line.couponCode !== null)?.couponCode ?? null,
          analyticsClientId: headers.get('x-analytics-client-id'),
        },
      }),
    }
  },
}

function readLine(line: BodyReader): { productCode: string; couponCode: string | null } {
  line.optionalNumber('quantity', isQuantity, 'a whole number from 1 to 10')
  line.optionalNumber('customPrice', (value) => value >= 0.01, 'at least 0.01')
  line.optionalFlag('autochargeStatus')
  return {
    productCode: line.text('productCode', { is: isProductCode, as: 'a product code' }),
    couponCode: line.optionalText('couponCode', { is: isCouponCode, as: 'a coupon code' }),
  }
}

/** service-interface, endpoint 10, with the query of service-facts 2.13. `total` counts orders; samples are oldest first. */
export const getChargeHistory: Operation = {
  name: 'getChargeHistory',
  method: 'GET',
  path: underBuyer('v3', '/charge/history'),
  run({ world, merchant, params, query, habits }) {
    const { orders } = world.buyer(merchant.code, params.buyerId)
    const ids = listed(query, 'orderIds')
    const matching = ids.length > 0 ? orders.filter((order) => ids.includes(order.orderId)) : orders
    const { part, offset } = page(habits.newestFirst ? matching.toReversed() : matching, query, habits)
    return { status: 200, body: collection(habits.otherSpellings ? part.map(respelled) : part, matching.length, offset) }
  },
}

/** The newest table writes quantities as integers (D61) and puts the order's metaData in (D67). */
const respelled = (order: Order) => ({
  ...order,
  metaData: {},
  products: order.products.map((product) => ({ ...product, quantity: Number(product.quantity) })),
})
