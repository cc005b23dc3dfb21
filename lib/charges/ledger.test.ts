import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeLike, openVoucher, orderLike } from './examples-for-tests'
import { decimalKey, sortFrom, sortKeyOf } from './ledger'
import { ledgerOutcome } from './ledger-outcome'
import { factsOf } from './order-facts'

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 4 }))
  .map(([units, places]) => ({ units, places }))

const written = ({ units, places }: { units: bigint; places: number }) => {
  const text = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const amount = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
  return units < 0n ? `-${amount}` : amount
}

it('keys of decimals compare as the decimals do, to the last digit', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [one, other] = [a.units * 10n ** BigInt(4 - a.places), b.units * 10n ** BigInt(4 - b.places)]
      const [first = '', second = ''] = [decimalKey(written(a)), decimalKey(written(b))].map((key) => key ?? '')
      expect(Math.sign(Number(first > second) - Number(first < second))).toBe(one > other ? 1 : one < other ? -1 : 0)
    }),
    {
      examples: [
        [
          { units: -15n, places: 1 },
          { units: -155n, places: 2 },
        ],
        [
          { units: 150n, places: 2 },
          { units: 15n, places: 1 },
        ],
      ],
    },
  )
  expect(decimalKey('12,50')).toBeNull()
})

it('an order that could not be read is sorted by its id alone', () => {
  const unread = { unreadable: true as const, orderId: 'Gap' }
  expect([sortKeyOf(unread, 'order').key, sortKeyOf(unread, 'amount').key]).toEqual(['gap', null])
})

it('newest first is what stands without a sort, and what makes no sense is left out', () => {
  expect([sortFrom('-when'), sortFrom('colour'), sortFrom('when'), sortFrom('-amount')]).toEqual([null, null, 'when', '-amount'])
})

describe('what an order came to, in a cell', () => {
  const of = (...charges: ReturnType<typeof chargeLike>[]) => {
    const { words, note, needsLook } = ledgerOutcome(factsOf(orderLike(charges)), '2025-03-13')
    return [words, note, needsLook]
  }
  const declined = chargeLike({ status: 'declined', code: 'acqlocal.insufficient_funds', createdAt: '2025-03-04 10:00:00' })

  it.each([
    ['one receipt', [chargeLike()], ['received', null, false]],
    ['a receipt after a decline', [declined, chargeLike()], ['received', 'at the 2nd attempt', false]],
    [
      'two receipts',
      [chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })],
      ['received twice, 40 s apart', null, true],
    ],
    ['a receipt beside a voucher', [openVoucher(), chargeLike()], ['received', 'once, voucher open beside it', false]],
    ['a decline', [declined], ['lost', 'insufficient funds, or a limit reached', false]],
    ['a voucher', [openVoucher()], ['voucher open 9 days', null, true]],
    ['a status nobody knows', [chargeLike({ status: 'in_review' })], ['in_review', 'not counted as received', true]],
    ['nothing tried', [], ['no attempt', null, false]],
  ])('%s', (_, charges, says) => {
    expect(of(...charges)).toEqual(says)
  })
})
