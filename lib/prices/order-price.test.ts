import { expect, it } from 'vitest'
import { orderPriceBody } from './order-price'
import { emptyLine, emptyOrder, type OrderValues } from './order-values'

const line = { ...emptyLine, productCode: 'NWPLUS12', quantity: '2' }
const order = (more: Partial<OrderValues> = {}): OrderValues => ({ ...emptyOrder, products: [line], ...more })

it('asks for the price of what is ordered, with the order’s discount on each product', () => {
  const products = [line, { ...line, productCode: ' NWBACKUP1 ', quantity: '', couponCode: 'SPRING25' }]
  expect(orderPriceBody(order({ products, currency: 'EUR', discount: '12.5' }))).toMatchObject({
    isMobile: false,
    currency: 'EUR',
    bundles: [
      {
        products: [
          { productCode: 'NWPLUS12', actionName: 'purchase', quantity: 2, discount: 12.5 },
          { productCode: 'NWBACKUP1', quantity: 1, discount: 12.5, couponCode: 'SPRING25' },
        ],
      },
    ],
  })
})

it.each([
  ['no product', { products: [emptyLine] }],
  ['a quantity that is none', { products: [{ ...line, quantity: 'x' }] }],
  ['a discount that is none', { discount: '100' }],
  ['a price of its own', { products: [{ ...line, customPrice: '19.99' }] }],
])('asks for nothing with %s', (_, more) => expect(orderPriceBody(order(more))).toBeNull())
