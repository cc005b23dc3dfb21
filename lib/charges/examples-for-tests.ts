import * as z from 'zod/mini'
import { type Charge, type Order, order as orderSchema } from '../operations/schemas/charge-history'

// Orders for tests. Each has passed the schema, so that a test cannot assume what the wire does not give.

let made = 0

/** An attempt by card, settled at once for 162.00, changed as told. */
export function chargeLike(changes: Record<string, unknown> = {}): Charge {
  made += 1
  const given = {
    chargeId: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    has3ds: false,
    amount: '162.00',
    amountInUsd: '29.45',
    createdAt: '2025-03-04 10:02:41',
    paymentMethod: { type: 'card', data: { brand: 'visa', lastFourDigits: '0119', cardType: 'CREDIT', isoATwo: 'BR' } },
    descriptor: 'nw-bill.example',
    provider: 'acqlocal',
    mid: 'default',
    target: 'original',
    status: 'settled',
    ...changes,
  }
  return z.parse(orderSchema, { orderId: 'any', charges: [given], products: [] }).charges[0] as Charge
}

/** An order of 4 March 2025 in BRL with the given attempts. */
export function orderLike(charges: Charge[], changes: Record<string, unknown> = {}): Order {
  made += 1
  return z.parse(orderSchema, {
    orderId: `order${made}`,
    createdAt: '2025-03-04 09:08:41',
    type: 'checkout',
    currency: 'BRL',
    charges,
    products: [],
    ...changes,
  })
}

const voucher = {
  paymentMethod: { type: 'boleto_flash', data: null },
  descriptor: 'NB*northwind, RECIFE',
  provider: 'acqbrasil',
  mid: 'acqbrasil_apm_nw_boleto',
}

/** A voucher that is not paid. */
export const openVoucher = (changes: Record<string, unknown> = {}) =>
  chargeLike({ ...voucher, status: 'deferred', code: '3000', createdAt: '2025-03-04 09:10:05', ...changes })

/** service-facts 6.1: a deferred voucher, a declined original and a settled cascade; 162.00 BRL were received once. */
export const exampleOrder = z.parse(orderSchema, {
  orderId: 'Wq7LmR2x',
  createdAt: '2025-03-04 09:08:41',
  charges: [
    {
      chargeId: '9f80fcc1-643f-4a2f-8614-78938d6cf517',
      providerTransaction: '9f80fcc1-643f-4a2f-8614-78938d6cf517',
      has3ds: false,
      code: '3000',
      amountInUsd: '29.45',
      createdAt: '2025-03-04 09:10:05',
      billingInfo: { firstName: 'Tainara', lastName: 'Exemplo', ipAddress: '203.0.113.24', country: 'br', city: '', zip: null },
      ...voucher,
      target: 'original',
      status: 'deferred',
      amount: '162.00',
    },
    {
      chargeId: '15598212-913a-4787-9007-4f5068443621',
      providerTransaction: null,
      has3ds: false,
      amountInUsd: '29.45',
      createdAt: '2025-03-04 10:02:41',
      paymentMethod: {
        type: 'card',
        data: { bin: '400000', lastFourDigits: '0119', brand: 'visa', cardType: 'CREDIT', cardLevel: null, isoATwo: 'BR' },
      },
      descriptor: 'AL*Northwind App',
      provider: 'acqlocal',
      mid: 'default',
      target: 'original',
      status: 'declined',
      amount: '162.00',
    },
    {
      chargeId: '2a3c6827-c79a-41ed-8b8d-edeac1c9891d',
      providerTransaction: 'pay_7b7349b629368dacbadb1a76ef',
      has3ds: false,
      amountInUsd: '29.45',
      createdAt: '2025-03-04 10:02:41',
      paymentMethod: {
        type: 'card',
        data: { bin: '400000', lastFourDigits: '0119', brand: 'visa', cardType: 'CREDIT', cardLevel: null, isoATwo: 'BR' },
      },
      descriptor: 'nw-bill.example',
      provider: 'acqglobal_com',
      mid: 'acqglobal_nw',
      target: 'cascade',
      status: 'settled',
      amount: '162.00',
    },
  ],
  products: [
    {
      id: '4a9fa243-8c80-4f38-9e5b-83b419b908ef',
      code: 'NWPLUS1',
      name: 'Northwind Plus 1 month',
      quantity: '1',
      actionType: 'initial',
      prices: {
        origin: '240.00',
        discountPercent: '25.00',
        discount: '60.00',
        couponPercent: '10.00',
        couponCode: 'WELCOME10',
        coupon: '18.00',
        taxPercent: '0.00',
        tax: '0.00',
        amountWithDiscountAndCouponAndTax: '162.00',
        totalUsd: '29.45',
      },
    },
  ],
  totalPrices: {
    origin: '240.00',
    discount: '60.00',
    coupon: '18.00',
    tax: '0.00',
    amountWithDiscountAndCouponAndTax: '162.00',
    amountWithDiscountAndCouponAndTaxInUsd: '29.45',
  },
  type: 'checkout',
  currency: 'BRL',
  subbrand: null,
})
