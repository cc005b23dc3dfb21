import { describe, expect, test } from 'vitest'
import { RunningStandin } from '../standin-for-tests'

const running = new RunningStandin()

const order = {
  isMobile: false,
  returnUrl: 'https://shop.example.test/thanks?order={orderKey}',
  products: [{ productCode: 'NWPLUS12' }],
  buyer: { email: 'tainara@example.test' },
}
const create = (changed: object = {}, headers?: Record<string, string>) =>
  running.as().post('/api/v3/initials/url', { ...order, ...changed }, { headers })

describe('an initial order', () => {
  test('gets an address that ends in eight letters and digits', async () => {
    const answer = await create()
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { url: expect.stringMatching(/^https:\/\/.+\/[A-Za-z0-9]{8}$/) }, meta: { type: 'entity' } },
    })
  })

  test('echoes its parameters', async () => {
    const answer = await create(
      {
        metaData: { orderKey: 'k-1' },
        sequence: '9007199254740993123',
        discount: 12.5,
        currency: 'EUR',
        products: [{ productCode: 'NWPLUS12', couponCode: 'SPRING25', quantity: 2, autochargeStatus: null }],
      },
      { 'x-analytics-client-id': 'GA1.2.3' },
    )
    expect(answer.body).toMatchObject({
      data: {
        params: {
          metaData: { orderKey: 'k-1' },
          sequence: '9007199254740993123',
          discount: 12.5,
          coupon: 'SPRING25',
          analyticsClientId: 'GA1.2.3',
        },
      },
    })
  })

  test('echoes nulls, and an empty list for an empty map, where nothing was given', async () => {
    const { body } = await create()
    expect(body).toMatchObject({
      data: { params: { metaData: [], sequence: null, discount: null, coupon: null, analyticsClientId: null } },
    })
  })

  test.each([
    ['isMobile', { isMobile: undefined }],
    ['returnUrl', { returnUrl: undefined }],
    ['returnUrl', { returnUrl: '/thanks' }],
    ['returnUrl', { returnUrl: 'javascript:alert(1)' }],
    ['sequence', { sequence: '123456789012345' }],
    ['sequence', { sequence: '12345678901234567890' }],
    ['sequence', { sequence: 1234567890123456 }],
    ['discount', { discount: 0 }],
    ['discount', { discount: 0.009 }],
    ['discount', { discount: 100 }],
    ['discount', { discount: '10' }],
    ['currency', { currency: 'eur' }],
    ['products', { products: [] }],
    ['products', { products: undefined }],
    ['products[0].productCode', { products: [{ productCode: 'nwplus12' }] }],
    ['products[0].quantity', { products: [{ productCode: 'NWPLUS12', quantity: 11 }] }],
    ['products[0].customPrice', { products: [{ productCode: 'NWPLUS12', customPrice: 0 }] }],
    ['buyer', { buyer: undefined }],
    ['buyer.email', { buyer: { email: 'tainara' } }],
    ['buyer.locale', { buyer: { email: 'tainara@example.test', locale: 'por' } }],
    ['coupon', { products: [{ productCode: 'NWPLUS12', couponCode: 'NOSUCH' }] }],
    ['coupon', { products: [{ productCode: 'NWPLUS12', couponCode: 'LASTYEAR50' }] }],
  ])('is refused for its field %s: %o', async (field, changed) => {
    const answer = await create(changed)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: '0', errors: expect.arrayContaining([expect.objectContaining({ field })]) })
  })

  test.each([0.01, 99.99])('takes a discount of %d', async (discount) => {
    expect((await create({ discount })).status).toBe(200)
  })

  test('of an unknown product finds no entity, with the code as a text', async () => {
    expect(await create({ products: [{ productCode: 'NOSUCH' }] })).toMatchObject({ status: 404, body: { code: '3000' } })
  })
})
