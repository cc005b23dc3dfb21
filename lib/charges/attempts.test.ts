import fc from 'fast-check'
import { expect, it } from 'vitest'
import { attemptsOf } from './attempts'
import { chargeLike, exampleOrder, openVoucher } from './examples-for-tests'

const shape = (charges: Parameters<typeof attemptsOf>[0]) =>
  attemptsOf(charges).map(({ charge, joined }) => `${charge.target} ${charge.status}${joined ? ' ↓' : ''}`)

it('puts the worked example in the order it happened, whatever order it came in', () => {
  const happened = ['original deferred', 'original declined ↓', 'cascade settled']
  expect(shape(exampleOrder.charges)).toEqual(happened)
  expect(shape(exampleOrder.charges.toReversed())).toEqual(happened)
})

it('keeps a voucher of the same second out of the cascade', () => {
  const charges = [
    chargeLike({ target: 'cascade' }),
    chargeLike({ status: 'declined' }),
    openVoucher({ createdAt: '2025-03-04 10:02:41' }),
  ]
  expect(shape(charges)).toEqual(['original deferred', 'original declined ↓', 'cascade settled'])
})

it('leads from a failed original over failed cascades to the last', () => {
  const charges = [
    chargeLike({ status: 'declined' }),
    chargeLike({ status: 'failed', target: 'cascade', createdAt: '2025-03-04 10:02:42' }),
    chargeLike({ status: 'settled', target: 'cascade', createdAt: '2025-03-04 10:02:43' }),
  ]
  expect(shape(charges)).toEqual(['original declined ↓', 'cascade failed ↓', 'cascade settled'])
})

it.each([
  ['a settled original', { status: 'settled' }, { target: 'cascade' }],
  ['a second original', { status: 'declined' }, { target: 'original' }],
  ['a declined voucher', { status: 'declined', paymentMethod: { type: 'boleto', data: null } }, { target: 'cascade' }],
  ['an unknown target', { status: 'declined', target: 'retry' }, { target: 'cascade' }],
])('draws no connector from %s', (_, first, second) => {
  const charges = [chargeLike({ ...first, createdAt: '2025-03-04 10:00:00' }), chargeLike(second)]
  expect(attemptsOf(charges).some(({ joined }) => joined)).toBe(false)
})

it('loses no attempt and reads the same from any order of arrival', () => {
  const anyCharge = fc
    .record({
      createdAt: fc.constantFrom('2025-03-04 10:02:41', '2025-03-04 10:02:42', '2025-03-04T10:02:41+00:00', null),
      target: fc.constantFrom('original', 'cascade', null),
      status: fc.constantFrom('settled', 'declined', 'deferred', 'in_review'),
    })
    .map(chargeLike)
  const shuffled = fc
    .array(anyCharge, { maxLength: 8 })
    .chain((charges) => fc.tuple(fc.constant(charges), fc.shuffledSubarray(charges, { minLength: charges.length })))
  fc.assert(
    fc.property(shuffled, ([charges, again]) => {
      expect(attemptsOf(charges)).toHaveLength(charges.length)
      expect(shape(again)).toEqual(shape(charges))
    }),
  )
})
