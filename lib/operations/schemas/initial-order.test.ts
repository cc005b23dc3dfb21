import { describe, expect, it } from 'vitest'
import { createInitialOrder } from '../create-initial-order/operation'
import { asRead } from '../testing/as-read'
import { refusals } from '../testing/refusals'
import { initialOrder } from './initial-order'

const order = { isMobile: false, returnUrl: 'https://shop.example.test/thanks', products: [{ productCode: 'NWPLUS1' }] }
const webAddress = 'returnUrl: Enter a full https address without a user name, such as https://shop.example.test/thanks'

describe('what an order is opened with', () => {
  it('is sent as it was given, placeholders and all', () => {
    const given = {
      ...order,
      returnUrl: 'https://shop.example.test/thanks?buyer={{x}}&plan=%7Bplan%7D&q={metaData.q}#{y}',
      currency: 'EUR',
      discount: 12.5,
      sequence: '1234567890123456789',
      metaData: { parentUrl: 'https://shop.example.test/', nested: { list: [1, null] } },
      buyerMeta: { tier: 'gold' },
      products: [{ productCode: 'NWPLUS1', couponCode: 'WELCOME10', quantity: 2, customPrice: 9.99, autochargeStatus: false }],
      buyer: { email: 't@example.test', locale: 'nl' },
    }
    expect(initialOrder.parse(given)).toEqual(given)
  })

  it('may leave out everything but the device, the return address and a product', () =>
    expect(refusals(initialOrder, order)).toEqual([]))

  it('may say of each optional part that there is none', () => {
    const none = {
      discount: null,
      sequence: null,
      products: [{ productCode: 'A', couponCode: null, quantity: null, customPrice: null, autochargeStatus: null }],
    }
    expect(refusals(initialOrder, { ...order, ...none })).toEqual([])
  })

  it.each([
    [{ isMobile: undefined }, 'isMobile: Choose whether checkout starts on a mobile device'],
    [{ products: [] }, 'products: Add a product'],
    [{ products: [{ productCode: 'NWPLUS1', quantity: 11 }] }, 'products.0.quantity: Enter a whole number from 1 to 10'],
    [{ products: [{ productCode: 'NWPLUS1', customPrice: 0.009 }] }, 'products.0.customPrice: Enter a price of at least 0.01'],
    [{ products: [{ productCode: 'NWPLUS1', customPrice: '9.99' }] }, 'products.0.customPrice: Enter a price of at least 0.01'],
    [{ products: [{ productCode: 'NWPLUS1', autoChargeStatus: true }] }, 'products.0.autoChargeStatus: unknown'],
    [{ discount: 100 }, 'discount: Enter a percentage from 0.01 to 99.99'],
    [{ discount: '10' }, 'discount: Enter a percentage from 0.01 to 99.99'],
    [{ sequence: '123456789012345' }, 'sequence: Enter 16 to 19 digits'],
    [{ sequence: 1234567890123456 }, 'sequence: Enter 16 to 19 digits'],
    [{ metaData: [] }, 'metaData: Enter a name and a value for each entry'],
    [{ buyerMeta: 'gold' }, 'buyerMeta: Enter a name and a value for each entry'],
    [{ buyer: { email: 'nobody' } }, 'buyer.email: Enter an address such as name@example.test'],
    [{ buyer: { email: 't@example.test', id: '1' } }, 'buyer.id: unknown'],
    [{ baseUrl: 'https://evil.test' }, 'baseUrl: unknown'],
  ])('is refused with %j', (wrong, why) => expect(refusals(initialOrder, { ...order, ...wrong })).toEqual([why]))
})

describe('a return address', () => {
  it.each([
    'https://shop.example.test',
    'https://shop.example.test?ok=1',
    'https://SHOP.example.test:8443/a/b?c=d@e#f',
    'https://xn--mnchen-3ya.example.test/',
    'https://shop.example.test/a\\b',
  ])('may be %s', (returnUrl) => expect(initialOrder.parse({ ...order, returnUrl }).returnUrl).toBe(returnUrl))

  it.each([
    'javascript:alert(1)',
    'http://shop.example.test/',
    '//evil.test/',
    '/thanks',
    'https:shop.example.test',
    'https:///shop.example.test',
    'https://u:p@shop.example.test/',
    'https://u@shop.example.test/',
    'https://shop.example.test\\@evil.test/',
    'https://shоp.example.test/', // a Cyrillic o
    'https://shop。example.test/', // a full-width dot
    'https://shop.example.test%2eevil.test/',
    'https://0x7f.1/',
    'https://sh op.example.test/',
    ' https://shop.example.test/',
    'data:text/html,x',
    '',
    null,
  ])('is never %j', (returnUrl) => expect(refusals(initialOrder, { ...order, returnUrl })).toContain(webAddress))

  it('has at most 2048 characters', () =>
    expect(refusals(initialOrder, { ...order, returnUrl: `https://shop.example.test/${'a'.repeat(3000)}` })).toEqual([
      'returnUrl: Use 2,048 characters or fewer',
    ]))
})

describe('the answer to an order', () => {
  const params = (given: unknown) =>
    asRead(createInitialOrder, { data: { url: 'https://pay.example.test/Wq7LmR2x', params: given } }).data.params
  const none = { metaData: {}, sequence: null, discount: null, coupon: null, analyticsClientId: null }

  it.each([
    ['null', { sequence: null, discount: null, coupon: null, analyticsClientId: null }], // D28
    ['the word null', { sequence: 'null', discount: 'null', coupon: 'null', analyticsClientId: 'null', metaData: 'null' }],
    ['an empty list for an empty map', { metaData: [] }], // D26
    ['an empty list for everything', []],
    ['nothing at all', undefined],
  ])('reads %s as not told', (_, given) => expect(params(given)).toEqual(none))

  it('reads the analytics id under either name', () =>
    expect(params({ googleAnalyticsClientId: 'GA1.2' }).analyticsClientId).toBe('GA1.2')) // D5

  it('reads a discount of two decimals', () => expect(params({ discount: 12.75 }).discount).toBe('12.75')) // D27

  it('keeps every digit of a sequence, and shows none where some were lost on the way', () => {
    expect(params({ sequence: '1234567890123456789' }).sequence).toBe('1234567890123456789')
    expect(params({ sequence: 1234567890123456 }).sequence).toBe('1234567890123456')
    expect(params(JSON.parse('{"sequence": 1234567890123456789}')).sequence).toBeNull() // D29
  })

  it('leaves the names inside the merchant’s own map alone', () =>
    expect(params({ metaData: { durationMonth: 1, mounthlyAmount: { a: 1 } } }).metaData).toEqual({
      durationMonth: 1,
      mounthlyAmount: { a: 1 },
    }))
})
