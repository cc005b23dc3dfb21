import { describe, expect, it } from 'vitest'
import { ordinal } from '@/lib/core/ordinal'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'
import { factsOf, shownAmount } from './order-facts'
import { outcomeLine, outcomeOf } from './outcome'

const declined = (changes = {}) => chargeLike({ status: 'declined', ...changes })
const later = { createdAt: '2025-03-04 10:05:00' }

describe('an order in words', () => {
  it.each([
    ['paid at once', [chargeLike()], 'settled', 'Paid at the 1st attempt', null],
    ['captured', [chargeLike({ status: 'captured' })], 'settled', 'Paid at the 1st attempt', null],
    ['paid by cascade', [declined(), chargeLike({ target: 'cascade' })], 'settled', 'Paid at the 2nd attempt', null],
    ['settled twice', [chargeLike(), chargeLike(later)], 'settled', 'Settled twice', null],
    ['settled and captured', [chargeLike(), chargeLike({ ...later, status: 'captured' })], 'settled', 'Received twice', null],
    ['all declined', [declined(), declined({ target: 'cascade' })], 'declined', '2 attempts, no money received', 'declined'],
    ['failed', [chargeLike({ status: 'failed' })], 'declined', '1 attempt, no money received', 'failed'],
    ['voucher open', [openVoucher()], 'deferred', 'Voucher not paid yet', null],
    ['authorized', [chargeLike({ status: 'authorized' })], 'deferred', 'Authorised, not collected', null],
    [
      'new value',
      [chargeLike({ status: 'in_review' })],
      'neutral',
      'Unrecognised status “in_review”, not counted as received',
      'in_review',
    ],
    ['nothing tried', [], 'neutral', 'No payment attempted', null],
  ])('%s', (_, charges, kind, words, badge) => {
    expect(outcomeOf(factsOf(orderLike(charges)))).toMatchObject({ kind, words, badge })
  })

  it('says of the worked example that it was paid once', () => {
    expect(outcomeOf(factsOf(exampleOrder))).toEqual({
      kind: 'settled',
      words: 'Paid once, at the 2nd card attempt',
      badge: null,
      note: '3 attempts, a voucher is still open',
    })
  })

  it.each([
    ['the provider', [chargeLike()], 'acqlocal'],
    ['3-D Secure', [chargeLike({ has3ds: true })], '3-D Secure passed'],
    ['the cascade', [declined(), chargeLike({ target: 'cascade' })], 'paid by cascade after a decline'],
    [
      'a new value beside it',
      [chargeLike(), chargeLike({ status: 'in_review' })],
      'also “in_review”, unrecognised and not counted',
    ],
  ])('notes %s beside a payment', (_, charges, note) => {
    expect(outcomeOf(factsOf(orderLike(charges))).note).toBe(note)
  })
})

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [113, '113th'],
])('counts %d as %s', (count, words) => {
  expect(ordinal(count)).toBe(words)
})

describe('one line for a row', () => {
  const poor = () => declined({ code: 'acqlocal.insufficient_funds' })
  it.each([
    ['Paid', [chargeLike()]],
    ['Paid at the 2nd attempt', [poor(), chargeLike(later)]],
    ['Declined, insufficient funds, or a limit reached', [poor()]],
    ['Declined 2 times, insufficient funds, or a limit reached', [poor(), poor()]],
    ['Failed, no reason given', [chargeLike({ status: 'failed' })]],
    ['Settled twice', [chargeLike(), chargeLike()]],
    ['Voucher not paid yet', [openVoucher()]],
  ])('%s', (words, charges) => {
    expect(outcomeLine(factsOf(orderLike(charges)))).toBe(words)
  })
})

describe('the amount of a row', () => {
  it.each([
    ['what was received, in the order’s currency', [chargeLike()], '162.00', 'BRL'],
    ['in the charge’s own currency where it says one', [chargeLike({ currency: 'USD' })], '162.00', 'USD'],
    ['received twice', [chargeLike(), chargeLike({ amount: '3.50' })], '165.50', 'BRL'],
    ['nothing where two currencies would have to be added', [chargeLike(), chargeLike({ currency: 'USD' })], null, 'BRL'],
    ['what was asked', [declined({ currency: 'USD' })], '162.00', 'USD'],
  ])('is %s', (_, charges, amount, currency) => {
    expect(shownAmount(factsOf(orderLike(charges)))).toMatchObject({ amount, currency })
  })
})
