import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asSent, couponForm, currencyForm, localeForm, productForm, textProblem, uuidForm } from './forms'
import { couponCode, currency, locale, productCode, uuid } from './scalars'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'EUR',
    ' eur ',
    'XXX',
    'en',
    'EN',
    'xx',
    'NWPLUS12',
    'nwplus12',
    'SPRING-25',
    'A'.repeat(33),
    'A'.repeat(65),
    '',
  ),
  fc.uuid(),
  fc.uuid().map((id) => ` ${id.toUpperCase()} `),
)

it.each([
  ['an id', uuidForm, uuid],
  ['a currency', currencyForm, currency],
  ['a locale', localeForm, locale],
  ['a coupon', couponForm, couponCode],
  ['a product', productForm, productCode],
])('while it is typed %s is judged as it is when it is sent', (_, form, schema) => {
  fc.assert(
    fc.property(text, (typed) => {
      const read = schema.safeParse(typed)
      expect(textProblem(form, typed)).toBe(read.error?.issues[0]?.message)
      if (read.success) expect(asSent(form, typed)).toBe(read.data)
    }),
  )
})
