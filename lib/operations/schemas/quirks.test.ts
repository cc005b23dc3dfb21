import { describe, expect, it } from 'vitest'
import { changeAutochargeStatus } from '../change-autocharge-status/operation'
import { createBuyer } from '../create-buyer/operation'
import {
  findBuyerByEmail,
  getChargeHistory,
  getOneClickPrices,
  listDowngradeTargets,
  listSubscriptions,
  listTokens,
} from '../queries'
import { asRead } from '../testing/as-read'

// The service's documents disagree with themselves: service-facts 1.1. One promise for each family of disagreements.

const unknownMeta = { type: 'collection', total: null, offset: null }
const subscription = (more: object) => asRead(changeAutochargeStatus, { data: { id: 's-1', status: 'active', ...more } }).data
const charge = (more: object) => {
  const order = { orderId: 'o-1', charges: [{ chargeId: 'c-1', amount: '1.00', status: 'settled', ...more }] }
  const [read] = asRead(getChargeHistory, { data: [order] }).data
  return read && !('unreadable' in read) ? read.charges[0] : undefined
}
const order = (more: object) => {
  const [read] = asRead(getChargeHistory, { data: [{ orderId: 'o-1', charges: [], ...more }] }).data
  return read && !('unreadable' in read) ? read : undefined
}
const prices = (more: object) => asRead(getOneClickPrices, { data: { bundles: [], ...more } }).data
const line = (more: object) => prices({ bundles: [{ bundleHashKey: 'b', products: [more] }] }).bundles[0]?.products[0]

it('a flag may come as a number or as a word, and is not known where it is neither', () => {
  const flags = (...given: unknown[]) => given.map((autoChargeStatus) => subscription({ autoChargeStatus }).autoChargeStatus)
  expect(flags(true, 'TRUE', 1, '1', 'yes', 'On', 'enabled')).toEqual(Array(7).fill(true))
  expect(flags(false, 'False', 0, '0', 'no', 'OFF', 'disabled')).toEqual(Array(7).fill(false))
  expect(flags(2, '', null, {}, 'maybe')).toEqual([null, null, null, null, null])
})

describe('meta (D12, D13)', () => {
  it.each([[[]], [null], ['null'], [{}], [{ type: null, total: null, offset: null }], [{ type: 'entity' }], [undefined]])(
    'may be %j: the facts of paging are then unknown',
    (meta) => {
      expect(asRead(getOneClickPrices, { data: { bundles: [] }, meta }).meta).toEqual(unknownMeta)
      expect(asRead(changeAutochargeStatus, { data: { id: 's-1', status: 'active' }, meta }).meta).toEqual({ type: 'entity' })
    },
  )
  it('tells total and offset, as numbers or as text', () => {
    expect(asRead(listTokens, { data: [], meta: { type: 'collection', total: '2', offset: 0 } }).meta).toEqual({
      type: 'collection',
      total: 2,
      offset: 0,
    })
  })
  it.each([-1, 1.5, 'many', [2]])('a total of %j is unknown', (total) =>
    expect(asRead(listTokens, { data: [], meta: { total } }).meta.total).toBeNull(),
  )
})

describe('what cannot be missing', () => {
  it.each([
    [createBuyer, { data: {} }],
    [createBuyer, { data: { id: '' } }],
    [createBuyer, { id: 'b-1' }],
    [findBuyerByEmail, { data: { id: 'b-1' } }], // the key is buyerId here (3.1)
    [changeAutochargeStatus, { data: { id: 's-1' } }],
    [changeAutochargeStatus, { data: [] }],
    [getOneClickPrices, { data: {} }],
    [getOneClickPrices, { data: { bundles: [{ products: [] }] } }],
    [getChargeHistory, { data: {} }],
    [getChargeHistory, []],
    [listSubscriptions, { data: [{ status: 'active' }] }],
  ])('makes an answer unreadable: %#', (operation, answer) => expect(() => asRead(operation, answer)).toThrow())
})

describe('a subscription', () => {
  it.each(['autoChargeStatus', 'auto\u0421hargeStatus'])('tells autocharge as %s (D34)', (key) =>
    expect(subscription({ [key]: true }).autoChargeStatus).toBe(true),
  )
  it.each([undefined, null, [], 'null'])('is not frozen where its details are %j (D35, F33)', (freezeDetails) =>
    expect(subscription({ freezeDetails }).freezeDetails).toBeNull(),
  )
  it('may leave out its buyer, its product and its token (D36, 3.3)', () => {
    expect(subscription({})).toMatchObject({
      buyerId: null,
      product: null,
      isTokenized: null,
      statusInfo: [],
      freezeDetails: null,
    })
  })
  it('leaves out fields nobody knows (D40)', () =>
    expect(subscription({ customerId: 'x', secret: 'y' })).not.toHaveProperty('customerId'))
  it('has any status, and a history that lacks it', () => {
    expect(
      subscription({
        status: 'chargeback',
        statusInfo: [{ status: 'active', reason: 'user_cancel', createdAt: 'x' }, null, 'expired'],
      }),
    ).toMatchObject({
      status: 'chargeback',
      statusInfo: [{ status: 'active', reason: 'user_cancel', createdAt: 'x' }],
    })
  })
  it.each([[null], ['none'], [{}]])('has an empty history where it is %j', (statusInfo) =>
    expect(subscription({ statusInfo }).statusInfo).toEqual([]),
  )
})

describe('prices', () => {
  it.each(['mounthlyAmount', 'monthlyAmount'])('break down by month as %s (D44)', (key) =>
    expect(line({ [key]: { origin: '10.00' } })?.monthlyAmount?.origin).toBe('10.00'),
  )
  it.each(['durationMonth', 'durationMonths'])('tell months as %s (D46)', (key) =>
    expect(prices({ products: [{ [key]: 3 }] }).products[0]?.durationMonths).toBe(3),
  )
  it.each(['precheckAutocharge', 'precheckAutoCharge'])('tell the precheck as %s (D55)', (key) =>
    expect(line({ [key]: { isPrechecked: true, isShown: false } })?.precheckAutocharge).toEqual({
      isPrechecked: true,
      isShown: false,
    }),
  )
  it('may tell either of two sets of availability (D47)', () => {
    expect(prices({ products: [{ isActive: true }, { availableForPurchase: false }] }).products).toMatchObject([
      { isActive: true, availableForPurchase: null },
      { isActive: null, availableForPurchase: false },
    ])
  })
  it.each(['purchase', 'upgrade', 'renew', 'downgrade', 'crossgrade'])('may be of the action %s (D49)', (action) =>
    expect(line({ action })?.action).toBe(action),
  )
  it('may count pieces on any line (D50)', () => expect(line({ action: 'renew', quantity: '2' })?.quantity).toBe(2))
  it.each([{}, { couponCode: null }])('may be without a coupon: %j (D52)', (amount) =>
    expect(line({ amount })?.amount?.couponCode).toBeNull(),
  )
  it.each(['**** **** **** 9903', 'i@example.test', '4242'])(
    'show a payment method as it came: %s (D53, F32)',
    (paymentMethodIdentifier) =>
      expect(prices({ chargeMethods: [{ paymentMethodIdentifier }] }).chargeMethods[0]?.paymentMethodIdentifier).toBe(
        paymentMethodIdentifier,
      ),
  )
  it.each([null, 'null', undefined, []])('have no tax where it is %j (D54)', (tax) => expect(prices({ tax }).tax).toBeNull())
  it('may tell a part of the tax (D54)', () =>
    expect(prices({ tax: { type: 'null', country: 'nl' } }).tax).toEqual({ type: null, country: 'nl' }))
  it('keep amounts to the digit, and totals that are no sum (D56, D58)', () => {
    const bundle = {
      bundleHashKey: 'b',
      totalAmount: { origin: '1.00' },
      products: [{ amount: { origin: '40.000', amountForAction: '-0.50' } }],
    }
    expect(prices({ bundles: [bundle] }).bundles[0]).toMatchObject({
      totalAmount: { origin: '1.00' },
      products: [{ amount: { origin: '40.000', amountForAction: '-0.50' } }],
    })
  })
})

describe('a charge', () => {
  it.each([
    ['3000', '3000'],
    [3000, '3000'],
    [null, null],
    [undefined, null],
  ])('has a code of %j (D63)', (code, read) => expect(charge({ code })?.code).toBe(read))
  it.each(['provider', 'mid', 'descriptor', 'providerTransaction'])('may be without %s (D64)', (name) =>
    expect(charge({ [name]: null })).toMatchObject({ [name]: null }),
  )
  it.each(['2025-03-04 09:10:05', '2025-03-04T09:10:05+00:00'])('tells its time as it came: %s (D62)', (createdAt) =>
    expect(charge({ createdAt })?.createdAt).toBe(createdAt),
  )
  it('may have card data of nulls, an e-mail and fields nobody knows (D65)', () => {
    expect(
      charge({ paymentMethod: { type: 'card', data: { bin: null, email: 'i@example.test', token: 'secret' } } })?.paymentMethod,
    ).toMatchObject({
      type: 'card',
      data: { bin: null, lastFourDigits: null, brand: null, riskSegments: [], email: 'i@example.test' },
    })
  })
  it.each([
    ['pairs', [{ type: 'all', riskSegment: 'black' }]],
    ['pairs with others between', [null, { type: 'all', riskSegment: 'black' }, 'grey']],
    ['an object by type', { all: 'black' }],
  ])('has risk segments as %s (D66)', (_, riskSegments) => {
    expect(charge({ paymentMethod: { data: { riskSegments } } })?.paymentMethod?.data?.riskSegments).toEqual([
      { type: 'all', riskSegment: 'black' },
    ])
  })
  it.each(['created', 'captured', 'chargeback', 'Settled'])('may have the status %s (D68)', (status) =>
    expect(charge({ status })?.status).toBe(status),
  )
  it.each(['0', '-1.50', '12345678901234567890.123456789', 162])('has the amount %j to the digit', (amount) =>
    expect(charge({ amount })?.amount).toBe(String(amount)),
  )
  it.each(['', '1,00', '1e3', 'NaN', null, {}, 1e21, Number.MAX_SAFE_INTEGER + 1])(
    'makes its order unreadable with the amount %j',
    (amount) => expect(charge({ amount })).toBeUndefined(),
  )
  it('may be without billing info and method (F33)', () =>
    expect(charge({})).toMatchObject({ billingInfo: null, paymentMethod: null }))
})

describe('an order', () => {
  it.each([
    [1, 1],
    ['1', 1],
    ['x', null],
  ])('counts pieces as %j (D61)', (quantity, read) =>
    expect(order({ products: [{ quantity }] })?.products[0]?.quantity).toBe(read),
  )
  it.each([
    [undefined, {}],
    [[], {}],
    [{ a: { durationMonth: 1 } }, { a: { durationMonth: 1 } }],
  ])('has metaData of %j (D67)', (metaData, read) => expect(order({ metaData })?.metaData).toEqual(read))
  it('may have a product of any action (D69)', () =>
    expect(order({ products: [{ actionType: 'renew' }] })?.products[0]?.actionType).toBe('renew'))
  it('leaves out the ids of an older revision (D70)', () => expect(order({ orderUuid: 'x' })).not.toHaveProperty('orderUuid'))
  it.each(['Wq7LmR2x', '9f80fcc1-643f-4a2f-8614-78938d6cf517', 4711])('has an id such as %s', (orderId) =>
    expect(order({ orderId })?.orderId).toBe(String(orderId)),
  )
})

describe('tokens and targets', () => {
  it.each([1190417, '1190417'])('a token’s id %j is a number', (id) => {
    expect(asRead(listTokens, { data: [{ id: 'm-1', tokens: [{ id }] }] }).data[0]?.tokens[0]?.id).toBe(1190417)
  })
  it('a payment method does not show its digest', () => {
    expect(
      asRead(listTokens, { data: [{ id: 'm-1', paymentMethodIdentifier: 'ab'.repeat(64), tokens: [] }] }).data[0],
    ).not.toHaveProperty('paymentMethodIdentifier')
  })
  it('a target of a downgrade has its percentages as numbers or text', () => {
    const target = (discountPercent: unknown) => ({
      id: 'p-1',
      prices: { amount: { discountPercent }, mounthlyAmount: { origin: '1.00' } },
    })
    expect(asRead(listDowngradeTargets, { data: { products: [target(10), target('10.00')] } }).data.products).toMatchObject([
      { prices: { amount: { discountPercent: '10' }, monthlyAmount: { origin: '1.00' } } },
      { prices: { amount: { discountPercent: '10.00' } } },
    ])
  })
})

it('a new buyer has a uuid, which is kept in lower case (D17, D20), and nothing else is one', () => {
  const made = (id: unknown) => createBuyer.answer.safeParse({ data: { id } })
  expect(made('A9B4C2D0-0000-4000-8000-00000000000F').data?.data.id).toBe('a9b4c2d0-0000-4000-8000-00000000000f')
  expect([0, 12, 'null', 'error', '', null].map((id) => made(id).success)).toEqual(Array(6).fill(false))
})
