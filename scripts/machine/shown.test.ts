import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asJson, asTable, plain } from './shown'

const dangerous = /[^\P{C}\n\p{Co}\p{Cn}]|[\u2028\u2029]/u

it('no text brings a sign to the terminal that nobody sees, whatever it is', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b[2J', '\u009b31m', '\u202eevil', 'a\u200bb', '\r', '\u{e0041}'),
  )
  fc.assert(
    fc.property(text, text, (one, other) => {
      const value = { [one]: other, list: [{ [other]: one, untrustedName: other }] }
      for (const shown of [plain(one), asJson(value), asTable(value)]) expect(shown).not.toMatch(dangerous)
      expect(JSON.parse(asJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

it('an answer is lines and tables, and names what nobody has checked', () => {
  const answer = {
    total: 1,
    orders: [{ orderId: 'A1', untrustedProduct: 'Pro\u001b[2J', asked: { amount: '5.00', currency: 'EUR' } }],
  }
  expect(asTable(answer)).toBe(
    ['total  1', '', 'orders:', 'order id  product (unchecked)  asked', 'A1        Pro\\u001b[2J         5.00 EUR'].join('\n'),
  )
})
