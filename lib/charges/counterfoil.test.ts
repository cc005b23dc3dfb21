import { describe, expect, it } from 'vitest'
import { allFieldsOf } from './all-fields'
import { counterfoilsOf, counterfoilText } from './counterfoil'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'

const product = { products: [{ name: 'Northwind Plus 1 month', quantity: 2 }] }
const declined = (changes = {}) => chargeLike({ status: 'declined', ...changes })
const later = { createdAt: '2025-03-04 10:03:00' }

describe('a counterfoil', () => {
  it('of the worked example says what was paid, when, for what, with what, and what took nothing', () => {
    const [foil, ...more] = counterfoilsOf(exampleOrder)
    expect(more).toEqual([])
    expect(foil && counterfoilText(foil)).toBe(
      [
        'Paid once: 162.00 BRL (29.45 USD per the service), settled',
        'When: 4 March 2025, 10:02:41 service time',
        'For: Northwind Plus 1 month',
        'With: visa ••0119, at the 2nd card attempt',
        'On the statement: nw-bill.example',
        'Took nothing: voucher of 09:10, declined attempt of 10:02',
        'Counterfoil Wq7LmR2x',
      ].join('\n'),
    )
  })

  it('is one for each charge that was received', () => {
    const foils = counterfoilsOf(orderLike([chargeLike(), chargeLike({ ...later, amount: '3.00' })], product))
    expect(foils.map(({ title, amount, isReceived }) => [title, amount, isReceived])).toEqual([
      ['Payment 1 of 2', '162.00', true],
      ['Payment 2 of 2', '3.00', true],
    ])
  })

  it.each([
    ['Not paid', [declined(), declined(later)]],
    ['Not paid yet', [openVoucher()]],
    ['Reserved, not collected', [chargeLike({ status: 'authorized' })]],
    ['Not counted as paid', [chargeLike({ status: 'in_review' })]],
  ])('%s: of an order without money it claims none, and names no line of a statement', (title, charges) => {
    const foils = counterfoilsOf(orderLike(charges, product))
    expect(foils.map((foil) => [foil.title, foil.isReceived])).toEqual([[title, false]])
    expect(foils.map(counterfoilText).join()).not.toMatch(/^Paid|On the statement/)
  })

  it('is none where nothing was tried', () => {
    expect(counterfoilsOf(orderLike([]))).toEqual([])
  })

  it('says of an attempt that took nothing, of one that is still held, and of one with an unknown status what each is', () => {
    const others = [declined(), chargeLike({ status: 'authorized' }), chargeLike({ status: 'in_review' })]
    const [foil] = counterfoilsOf(orderLike([...others, chargeLike(later)]))
    expect(foil?.facts.slice(-3)).toEqual([
      { term: 'Took nothing', says: 'declined attempt of 10:02' },
      { term: 'Still open', says: 'attempt of 10:02, authorised but not collected' },
      { term: 'Not counted', says: 'attempt of 10:02, “in_review”' },
    ])
  })

  it('says nothing of fraud, and no provider, name, e-mail or whole id', () => {
    const person = { firstName: 'Tainara', lastName: 'Exemplo', ipAddress: '203.0.113.24' }
    const charge = declined({ code: 'acqlocal.stolen_restricted_card', billingInfo: person, providerTransaction: 'pay_7b7349b6' })
    const order = orderLike([charge], { ...product, orderId: '31d21526-a9d9-4b2f-ae75-32594eee2787' })
    const text = counterfoilsOf(order).map(counterfoilText).join()
    expect(text).toContain('Counterfoil 31d21526…')
    for (const secret of ['stolen', 'acqlocal', 'Tainara', 'Exemplo', '203.0', 'pay_7b', charge.chargeId, order.orderId])
      expect(text).not.toContain(secret)
  })
})

describe('all fields of an order', () => {
  it('are those the service gave, of the order, each product and each attempt', () => {
    const card = { brand: 'visa', riskSegments: [{ type: 'all', riskSegment: 'potential_high' }], issuer: 'Example Bank' }
    const charge = chargeLike({ paymentMethod: { type: 'card', data: card }, billingInfo: { country: 'br', city: 'R•••••' } })
    const line = { name: 'Northwind Cloud', actionType: 'crossSale', isTrial: true, quantity: '2', durationMonths: '1' }
    const prices = { tax: '2.00', taxPercent: '20.00', amountWithDiscountAndCouponAndTax: '12.00', totalUsd: '13.00' }
    const groups = allFieldsOf(orderLike([charge], { products: [{ ...line, prices }], metaData: { visit: 7 } }))
    expect(groups.map(({ title }) => title)).toEqual(['Order', '2 × Northwind Cloud', 'Attempt 1'])
    const said = groups.flatMap(({ fields }) => fields.map(({ term, says }) => `${term}: ${says}`))
    for (const expected of [
      ...[
        'visit: 7',
        'Sold as: crossSale',
        'Trial: yes',
        'Quantity: 2',
        'Term: 1 month',
        'Tax: 2.00 (20.00%)',
        'Line sum: 12.00',
      ],
      ...['Line sum, USD: 13.00', 'Issuer: Example Bank', 'Risk segments: all potential_high', 'Address: R•••••, br'],
    ])
      expect(said).toContain(expected)
    expect(said.filter((words) => /null|undefined|: $/.test(words))).toEqual([])
  })
})
