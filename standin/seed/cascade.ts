import { seededProduct } from '../catalogue/products'
import { newOrder } from '../orders/new-order'
import type { Buyer, PaymentMethod, Subscription } from '../records'
import { addDays, dayInMs, withOffset } from '../time'
import { billingOf, buyerOf, type Person } from './people'
import { ids } from './stories'

const tainara: Person = {
  firstName: 'Tainara',
  lastName: 'Exemplo',
  country: 'br',
  ipAddress: '203.0.113.24',
  city: '',
  locale: 'pt',
}

/** The buyer of the worked examples: the order of 6.1 with its dates as printed, the methods of 6.3, the subscriptions of 6.4. */
export const cascade = (now: Date): Buyer => ({
  ...buyerOf({ id: ids.cascade.buyer, email: 'tainara@example.test' }, tainara, {
    subscriptions: subscriptions(now),
    orders: [order()],
  }),
  chargeMethods: [
    {
      id: ids.cascade.card,
      value: '0119',
      paymentMethodType: 'card',
      paymentMethodIdentifier:
        '7915be19beae4c46996e86d30e336706a2c032e3794e3da648252cde5e5af4c5b5ba0d6cfb1f37f943180e0bbf7f5bd63507806ecf50a0a91217588fede2328a',
      tokens: [
        {
          id: ids.cascade.enabledToken,
          provider: 'acqglobal_com',
          mid: 'acqglobal_nw',
          bin: '400000',
          isEnabled: true,
          chargeId: ids.cascade.settledCharge,
          createdAt: '2025-03-04 10:02:44',
          updatedAt: '2025-04-01 06:00:12',
          successfullyUsedAt: '2025-04-01 06:00:12',
        },
        {
          id: ids.cascade.disabledToken,
          provider: 'acqlocal',
          mid: 'default',
          bin: '400000',
          isEnabled: false,
          chargeId: 'e23da9ca-a505-4bdf-9824-e55cf65e6124',
          createdAt: '2024-10-24 06:32:54',
          updatedAt: '2024-12-02 08:23:21',
          successfullyUsedAt: '2024-10-24 06:32:54',
        },
      ],
    },
    {
      id: ids.cascade.wallet,
      value: 'i.vandermeer@example.test',
      paymentMethodType: 'pay_pal',
      paymentMethodIdentifier:
        'df66692144716ced8b0951126c64c4ecad5aa3b50e0471029e8b8a2151d528d4b2773c1bd800417842695dab18c8ae5711c4e0b74b928e5fec5ed4f9182488b1',
      tokens: [
        {
          id: ids.cascade.walletToken,
          provider: 'acqwallet',
          mid: 'default',
          bin: '',
          isEnabled: true,
          chargeId: '73efc33c-2d2c-4ab4-b2c5-c6a651037656',
          createdAt: '2025-01-15 17:20:00',
          updatedAt: '2025-01-15 17:20:00',
          successfullyUsedAt: '2025-01-15 17:20:00',
        },
      ],
    },
  ],
})

function order() {
  const voucherBilling = {
    ...billingOf(tainara),
    fingerprint: '827ff21ef2f13e8dc0ea4bdd7204f627',
    personalIdValue: '000.000.000-00',
    personalIdType: 'CPF',
  }
  const billingInfo = { ...voucherBilling, zip: '50000-000' }
  const paidAt = new Date('2025-03-04T10:02:41Z')
  return newOrder({
    orderId: ids.cascade.order,
    at: new Date('2025-03-04T09:08:41Z'),
    product: seededProduct('NWPLUS1'),
    currency: 'BRL',
    type: 'checkout',
    terms: { discountPercent: '25', couponPercent: '10', couponCode: 'WELCOME10', taxPercent: '0' },
    attempts: [
      {
        chargeId: '9f80fcc1-643f-4a2f-8614-78938d6cf517',
        providerTransaction: '9f80fcc1-643f-4a2f-8614-78938d6cf517',
        code: '3000',
        at: new Date('2025-03-04T09:10:05Z'),
        billingInfo: voucherBilling,
        paymentMethod: { type: 'boleto_flash', data: null },
        descriptor: 'NB*northwind, RECIFE',
        provider: 'acqbrasil',
        mid: 'acqbrasil_apm_nw_boleto',
        status: 'deferred',
      },
      {
        chargeId: '15598212-913a-4787-9007-4f5068443621',
        at: paidAt,
        billingInfo,
        paymentMethod: card([
          ['autocharge', 'black'],
          ['initial', 'potential_high'],
          ['oneclick', 'potential_high'],
          ['all', 'potential_high'],
        ]),
        descriptor: 'AL*Northwind App',
        provider: 'acqlocal',
        mid: 'default',
        status: 'declined',
      },
      {
        chargeId: ids.cascade.settledCharge,
        providerTransaction: 'pay_7b7349b629368dacbadb1a76ef',
        at: paidAt,
        billingInfo,
        paymentMethod: card([['all', 'potential_high']]),
        descriptor: 'nw-bill.example',
        provider: 'acqglobal_com',
        mid: 'acqglobal_nw',
        target: 'cascade',
        status: 'settled',
      },
    ],
  })
}

const card = (segments: [type: string, riskSegment: string][]): PaymentMethod => ({
  type: 'card',
  data: {
    bin: '400000',
    lastFourDigits: '0119',
    brand: 'visa',
    riskSegments: segments.map(([type, riskSegment]) => ({ type, riskSegment })),
    issuer: null,
    cardType: 'CREDIT',
    cardLevel: null,
    isoCountryName: 'Brazil',
    isoATwo: 'BR',
  },
})

/** The dates of 6.4 moved by whole days, as if the example had been printed today and not on 6 May 2025. */
function subscriptions(now: Date): Subscription[] {
  const days = Math.floor((now.getTime() - Date.parse('2025-05-06T00:00:00Z')) / dayInMs)
  const moved = (date: string) => withOffset(addDays(new Date(`${date}Z`), days))
  return [
    {
      id: ids.cascade.activeSubscription,
      startDate: moved('2025-01-06T12:55:48'),
      endDate: moved('2025-06-30T12:55:48'),
      status: 'active',
      autoChargeStatus: false,
      isManual: false,
      createdAt: moved('2025-01-06T12:56:10'),
      statusInfo: [
        { status: 'expired', reason: 'Subscription expired', createdAt: moved('2025-03-31T12:57:01') },
        { status: 'active', reason: 'renew', createdAt: moved('2025-04-07T14:47:23') },
        { status: 'active', reason: 'user_cancel', createdAt: moved('2025-05-02T09:15:40') },
      ],
      freezeDetails: null,
      productId: seededProduct('NWPLUS3').id,
      chargeMethodId: ids.cascade.card,
      currency: 'BRL',
    },
    {
      id: ids.cascade.frozenSubscription,
      startDate: moved('2025-02-26T10:38:51'),
      endDate: moved('2026-01-28T10:38:51'),
      status: 'frozen',
      autoChargeStatus: true,
      isManual: true,
      createdAt: moved('2025-02-26T10:39:02'),
      statusInfo: [{ status: 'active', reason: 'subscription_manual_freeze', createdAt: moved('2025-05-05T12:26:56') }],
      freezeDetails: { frozenAt: moved('2025-05-05T12:26:56'), unfreezeAt: moved('2025-06-04T00:00:00') },
      productId: seededProduct('NWPLUS12').id,
      chargeMethodId: null,
      currency: 'BRL',
    },
  ]
}
