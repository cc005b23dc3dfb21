import { describe, expect, it } from 'vitest'
import { wireNumber } from '@/lib/core/money'
import { initialOrder } from '@/lib/operations/schemas/initial-order'
import { duplicatesIn, fieldOfForm, orderBody, strangersIn } from './order-body'
import { emptyLine, emptyOrder, orderOf } from './order-values'

const typed = {
  ...emptyOrder,
  returnUrl: ' https://shop.example.test/ ',
  email: 'a@example.test',
  products: [{ ...emptyLine, productCode: 'NWPLUS1' }],
}

describe('the body of an order', () => {
  it('leaves out what is empty, and is taken by the declared schema', () => {
    const body = orderBody(typed)
    expect(body).toEqual({
      isMobile: false,
      returnUrl: 'https://shop.example.test/',
      products: [{ productCode: 'NWPLUS1', quantity: 1 }],
      buyer: { email: 'a@example.test' },
    })
    expect(initialOrder.safeParse(body).success).toBe(true)
  })

  it('keeps a sequence text and writes numbers with the digits that were typed', () => {
    const body = orderBody({
      ...typed,
      sequence: '9007199254740993123',
      discount: '0.10',
      products: [{ ...emptyLine, productCode: 'A', customPrice: '1234567.89' }],
    })
    expect(JSON.stringify(body)).toContain('"sequence":"9007199254740993123"')
    expect(JSON.stringify(body)).toContain('"discount":0.1,')
    expect(JSON.stringify(body)).toContain('"customPrice":1234567.89')
  })

  it.each(['1e-7', 'NaN', '12,5', '٣', '-1', '100', '0', '0.009'])(
    'leaves a discount of %s for the schema to refuse',
    (discount) => {
      expect(initialOrder.safeParse(orderBody({ ...typed, discount })).success).toBe(false)
    },
  )

  it('takes a known buyer instead of an e-mail', () => {
    expect(orderBody({ ...typed, buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787' })).not.toHaveProperty('buyer')
  })
})

it.each([
  ['19.99', 19.99],
  ['0.1', 0.1],
  ['123456789012.123456', null],
  ['1.', null],
  ['', null],
])('%s goes out as the number %s', (text, number) => {
  expect(wireNumber(text)).toBe(number)
})

it.each([
  ['buyer.email', 'email'],
  ['products[0].productCode', 'products.0.productCode'],
  ['products.1.autochargeStatus', 'products.1.autocharge'],
  ['returnUrl', 'returnUrl'],
])('the refused field %s stands in the form as %s', (path, field) => {
  expect(fieldOfForm(path)).toBe(field)
})

it('placeholders for which nothing is given are named once, whatever braces are used', () => {
  const url = 'https://s.test/t?a={one}&b={{two}}&c=%7Bthree%7D&d={metaData.four}&e={one}'
  expect(strangersIn(url, [{ name: 'two', value: '' }])).toEqual(['one', 'three', 'four'])
  expect(strangersIn('https://s.test/{path}', [])).toEqual([])
})

it('a name that stands twice is told', () => {
  expect(
    duplicatesIn([
      { name: 'a', value: '1' },
      { name: ' a', value: '2' },
      { name: '', value: '' },
      { name: '', value: '' },
    ]),
  ).toEqual(['a'])
})

describe('an order for what was priced', () => {
  const line = { productCode: 'NWPLUS1', actionName: 'purchase' }
  it('has the one discount of its lines', () => {
    expect(orderOf([{ ...line, discount: 30, quantity: 2, couponCode: 'SPRING25' }], 'EUR')).toEqual({
      currency: 'EUR',
      discount: '30',
      products: [{ ...emptyLine, productCode: 'NWPLUS1', quantity: '2', couponCode: 'SPRING25' }],
    })
  })
  it('there is none of two discounts, of an upgrade or of a downgrade', () => {
    expect(orderOf([line, { ...line, discount: 5 }], '')).toBeNull()
    expect(orderOf([{ ...line, actionName: 'upgrade' }], '')).toBeNull()
  })
})
