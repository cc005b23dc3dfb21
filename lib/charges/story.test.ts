import { describe, expect, it } from 'vitest'
import { chargeLike, openVoucher, orderLike, workedExample } from './examples-for-tests'
import { storyOf } from './story'
import { storyOfGap } from './story-of-gap'

const declined = (changes = {}) => chargeLike({ status: 'declined', ...changes })
const cascade = (changes = {}) => chargeLike({ target: 'cascade', provider: 'acqglobal_com', ...changes })

describe('the story of an order', () => {
  it('tells the worked example as one payment', () => {
    expect(storyOf(workedExample)).toEqual({
      happened:
        'A voucher was issued at 09:10 and has not been paid. ' +
        'At 10:02 visa ••0119 was declined by acqlocal (no reason given) and accepted by acqglobal_com in the same second. ' +
        'The buyer paid 162.00 BRL once.',
      tell:
        'You were charged 162.00 BRL once on 4 March 2025. It appears on your statement as nw-bill.example. ' +
        'You can ignore the earlier voucher. A declined attempt took no money.',
    })
  })

  it.each([
    [
      'settled once',
      [chargeLike()],
      'At 10:02 visa ••0119 was accepted by acqlocal. The buyer paid 162.00 BRL once.',
      'You were charged 162.00 BRL once on 4 March 2025. It appears on your statement as nw-bill.example.',
    ],
    [
      'captured',
      [chargeLike({ status: 'captured', descriptor: null })],
      'At 10:02 visa ••0119 was accepted by acqlocal and collected after a hold. The buyer paid 162.00 BRL once.',
      'You were charged 162.00 BRL once on 4 March 2025.',
    ],
    [
      'a cascade of three',
      [
        declined({ code: 'acqlocal.insufficient_funds' }),
        cascade({ status: 'failed', createdAt: '2025-03-04 10:02:41' }),
        cascade({ createdAt: '2025-03-04 10:03:00' }),
      ],
      'At 10:02 visa ••0119 was declined by acqlocal (insufficient funds, or a limit reached), not processed by acqglobal_com for a technical reason (no reason given) in the same second and accepted by acqglobal_com at 10:03. The buyer paid 162.00 BRL once.',
      'You were charged 162.00 BRL once on 4 March 2025. It appears on your statement as nw-bill.example. Declined attempts took no money.',
    ],
    [
      'a voucher open',
      [openVoucher()],
      'A voucher was issued at 09:10 and has not been paid. No money was received so far.',
      'A voucher of 162.00 BRL was issued on 4 March 2025 and is not paid yet, so nothing was charged. If it stays unpaid, it ends by itself.',
    ],
    [
      'a voucher paid',
      [openVoucher({ status: 'settled', descriptor: null })],
      'A voucher issued at 09:10 was paid. The buyer paid 162.00 BRL once.',
      'You were charged 162.00 BRL once on 4 March 2025.',
    ],
    [
      'authorized',
      [chargeLike({ status: 'authorized' })],
      'An attempt at 10:02 with visa ••0119 is held on the buyer’s account, not collected. No money was received so far.',
      '162.00 BRL was set aside on 4 March 2025 and has not been collected.',
    ],
    [
      'all declined',
      [declined({ code: '2104' }), declined({ createdAt: '2025-03-05 07:00:00', code: '2104' })],
      'At 10:02 visa ••0119 was declined by acqlocal (insufficient funds). On 5 Mar at 07:00 visa ••0119 was declined by acqlocal (insufficient funds). No money was received.',
      'Nothing was charged: 2 attempts to pay 162.00 BRL were declined, because the bank answered that the funds or a limit did not suffice. Please try another payment method or ask your bank.',
    ],
    [
      'a new value',
      [chargeLike({ status: 'in_review' })],
      'An attempt at 10:02 with visa ••0119 came back as in_review, a value this desk does not know. No money was received so far.',
      'We are still checking a payment of 162.00 BRL on 4 March 2025. It does not count as paid so far.',
    ],
    [
      'nothing tried',
      [],
      'No attempt was made for this order, so no money was received.',
      'No payment was attempted for this order, and nothing was charged.',
    ],
  ])('%s', (_, charges, happened, tell) => {
    expect(storyOf(orderLike(charges))).toEqual({ happened, tell })
  })

  it('leaves open whether a second settled charge is a service fee', () => {
    const { happened, tell } = storyOf(
      orderLike([chargeLike(), chargeLike({ amount: '3.00', createdAt: '2025-03-04 10:02:42' })]),
    )
    expect(happened).toContain(
      '165.00 BRL was received in 2 charges. This is a double payment or a main charge with its service fee',
    )
    expect(tell).toContain(
      '162.00 BRL on 4 March 2025 and 3.00 BRL on 4 March 2025, 165.00 BRL in all. One of them can be a service fee',
    )
  })

  it('says nothing of fraud to the one who pays', () => {
    const { happened, tell } = storyOf(orderLike([declined({ code: 'acq.stolen_restricted_card' })]))
    expect(happened).toContain('card stolen, blocked or restricted')
    expect(tell).toBe(
      'Nothing was charged: the payment of 162.00 BRL on 4 March 2025 was declined. Please try another payment method or ask your bank.',
    )
  })

  it('sums up where there are many attempts', () => {
    const many = Array.from({ length: 6 }, (_, at) => declined({ createdAt: `2025-03-04 10:0${at}:00` }))
    expect(storyOf(orderLike([...many, chargeLike({ createdAt: '2025-03-04 11:00:00' })])).happened).toBe(
      '6 attempts were declined or failed. At 11:00 visa ••0119 was accepted by acqlocal. The buyer paid 162.00 BRL once.',
    )
  })

  it('claims nothing of an order that could not be read', () => {
    expect(storyOfGap.happened).toContain('nothing is said of its money')
    expect(storyOfGap.tell).not.toMatch(/charged|paid/)
  })
})
