import { describe, expect, it } from 'vitest'
import { laterIn, rowsIn, situationOf } from '../effects/situation-for-tests'
import { predict } from '../predict'
import { rules } from '../rules'
import { rules as createInitialOrder } from './rules'

const predicted = (body: object) => predict(rules.createInitialOrder, { params: {}, body }, situationOf({}))

describe('an order', () => {
  it.each([
    [{ quantity: 1 }, 'NWPLUS1'],
    [{ quantity: null }, 'NWPLUS1'],
    [{ quantity: 2 }, '2 × NWPLUS1'],
    [{ autochargeStatus: true }, 'NWPLUS1, autocharge on'],
    [{ autochargeStatus: null }, 'NWPLUS1'],
    [{ quantity: 3, customPrice: 0.5 }, '3 × NWPLUS1, custom price 0.5'],
  ])('of a product with %j is foreseen as %s', (more, words) => {
    expect(rowsIn(predicted({ products: [{ productCode: 'NWPLUS1', ...more }] }))).toEqual([`Product: none > ${words}`])
  })

  it.each([
    [[{ productCode: 'A', autochargeStatus: false }], false],
    [
      [
        { productCode: 'A', autochargeStatus: false },
        { productCode: 'B', autochargeStatus: false },
      ],
      false,
    ],
    [[{ productCode: 'A', autochargeStatus: false }, { productCode: 'B' }], true],
    [[{ productCode: 'A', autochargeStatus: true }], true],
    [[{ productCode: 'A' }], true],
    [[], false],
  ])('of %j may lead to later charges: %s', (products, may) => {
    expect(laterIn(predicted({ products })).includes('After the first payment, autocharge may charge later terms.')).toBe(may)
  })

  it('that is not filled in yet foretells no rows', () => {
    expect(predicted({}).rows).toEqual([])
  })

  it('names each of its values by the field it stands in', () => {
    const body = { products: [{ productCode: 'A' }], discount: 5, currency: 'EUR', buyer: { email: 'new@example.test' } }
    expect(predicted(body).rows.map(({ field }) => field)).toEqual(['product', 'discount', 'currency', 'email'])
  })
})

describe('what is sent of an order', () => {
  const order = {
    isMobile: false,
    returnUrl: 'https://shop.example.test:8443/thanks',
    products: [{ productCode: 'NWPLUS1' }],
    metaData: { campaign: 'spring' },
  }
  const marked = { ...order, metaData: { campaign: 'spring', counterfoilActionId: 'a-1' } }
  const buyer = { email: 'new@example.test' }
  const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
  const completes = (body: object, returnUrlHosts: string[] = [], known: string | null = 'known@example.test') =>
    createInitialOrder.completes(body as never, {
      merchant: { code: 'northwind' },
      actionId: 'a-1',
      returnUrlHosts,
      emailOf: async (id) => (id === buyerId ? known : null),
    })
  const wrong = (field: string, title: string) => ({ wrong: { fields: [{ field, title }] } })

  it('carries the mark of its action beside what was given', async () => {
    expect(await completes({ ...order, buyer })).toEqual({ body: { ...marked, buyer } })
    expect(await completes(order)).toStrictEqual({ body: marked })
  })

  it('has the known e-mail of a buyer in the place of their id', async () => {
    expect(await completes({ ...order, buyerId })).toStrictEqual({
      body: { ...marked, buyer: { email: 'known@example.test' } },
    })
  })

  it('is nothing where no e-mail of the buyer is known, or two buyers are named', async () => {
    expect(await completes({ ...order, buyerId }, [], null)).toEqual(
      wrong('buyerId', 'We don’t know this buyer’s e-mail address. Enter it.'),
    )
    expect(await completes({ ...order, buyer, buyerId })).toEqual(
      wrong('buyerId', 'Use either this or the buyer. An order is for one of them.'),
    )
  })

  it('leads back only to hosts that are allowed, with their ports, and anywhere where none is named', async () => {
    const hosts = ['pay.example.test', 'shop.example.test:8443']
    expect(await completes(order, hosts)).toEqual({ body: marked })
    expect(await completes({ ...order, returnUrl: 'https://shop.example.test/' }, hosts)).toEqual(
      wrong('returnUrl', 'Use one of these hosts: pay.example.test, shop.example.test:8443'),
    )
  })
})
