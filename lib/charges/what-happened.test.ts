import { describe, expect, it } from 'vitest'
import type { Order } from '../operations/schemas/charge-history'
import { replyBody } from '../replies/reply'
import { wordingIn } from '../replies/wording-for-tests'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'
import { factsOf } from './order-facts'
import { unreadableHappened, whatHappened } from './what-happened'
import { whatToTell } from './what-to-tell'

const declined = (changes = {}) => chargeLike({ status: 'declined', ...changes })
const cascade = (changes = {}) => chargeLike({ target: 'cascade', provider: 'acqglobal_com', ...changes })

const storyOf = (order: Order) => ({
  staffText: whatHappened(factsOf(order)),
  customerText: replyBody(wordingIn('en'), whatToTell(factsOf(order), [order])),
})

describe('the story of an order', () => {
  it('tells the worked example as one payment', () => {
    expect(storyOf(exampleOrder)).toEqual({
      staffText:
        'A voucher was issued at 09:10 and hasn’t been paid. ' +
        'At 10:02 visa ••0119 was declined by acqlocal (no reason given) and accepted by acqglobal_com in the same second. ' +
        'The buyer paid 162.00 BRL once.',
      customerText:
        'You were charged 162.00 BRL once on 4 March 2025. It appears on your statement as “nw-bill.example”. ' +
        'You can ignore the earlier voucher. You weren’t charged for the declined attempt.',
    })
  })

  it.each([
    [
      'settled once',
      [chargeLike()],
      'At 10:02 visa ••0119 was accepted by acqlocal. The buyer paid 162.00 BRL once.',
      'You were charged 162.00 BRL once on 4 March 2025. It appears on your statement as “nw-bill.example”.',
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
      'At 10:02 visa ••0119 was declined by acqlocal (insufficient funds, or a limit reached), not processed by acqglobal_com (technical failure, no reason given) in the same second and accepted by acqglobal_com at 10:03. The buyer paid 162.00 BRL once.',
      'You were charged 162.00 BRL once on 4 March 2025. It appears on your statement as “nw-bill.example”. You weren’t charged for the declined attempts.',
    ],
    [
      'a voucher open',
      [openVoucher()],
      'A voucher was issued at 09:10 and hasn’t been paid. No money has been received so far.',
      'A voucher of 162.00 BRL was issued on 4 March 2025 but hasn’t been paid, so you haven’t been charged. If it stays unpaid, it expires automatically.',
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
      'An attempt at 10:02 with visa ••0119 is authorised but not collected. No money has been received so far.',
      '162.00 BRL was reserved on 4 March 2025 but hasn’t been collected.',
    ],
    [
      'all declined',
      [declined({ code: '2104' }), declined({ createdAt: '2025-03-05 07:00:00', code: '2104' })],
      'At 10:02 visa ••0119 was declined by acqlocal (insufficient funds). On 5 Mar at 07:00 visa ••0119 was declined by acqlocal (insufficient funds). No money was received.',
      'You weren’t charged. 2 attempts to pay 162.00 BRL were declined. Your bank reported insufficient funds or a limit reached. Please try another payment method or contact your bank.',
    ],
    [
      'a new value',
      [chargeLike({ status: 'in_review' })],
      'An attempt at 10:02 with visa ••0119 returned “in_review”, which we don’t recognise. No money has been received so far.',
      'We’re still checking a payment of 162.00 BRL on 4 March 2025. We haven’t counted it as paid.',
    ],
    [
      'nothing tried',
      [],
      'There was no payment attempt for this order, so no money was received.',
      'We have no record of a payment attempt for this order, and nothing was charged.',
    ],
  ])('%s', (_, charges, staffText, customerText) => {
    expect(storyOf(orderLike(charges))).toEqual({ staffText, customerText })
  })

  it('leaves open whether a second settled charge is a service fee', () => {
    const { staffText, customerText } = storyOf(
      orderLike([chargeLike(), chargeLike({ amount: '3.00', createdAt: '2025-03-04 10:02:42' })]),
    )
    expect(staffText).toContain(
      'We received 165.00 BRL in 2 charges. It may be a double payment, or a charge plus its service fee.',
    )
    expect(customerText).toContain(
      '165.00 BRL in total: 162.00 BRL on 4 March 2025 and 3.00 BRL on 4 March 2025. One of them may be a service fee.',
    )
  })

  it('says nothing of fraud to the one who pays', () => {
    const { staffText, customerText } = storyOf(orderLike([declined({ code: 'acq.stolen_restricted_card' })]))
    expect(staffText).toContain('card stolen, blocked or restricted')
    expect(customerText).toBe(
      'You weren’t charged. The payment of 162.00 BRL on 4 March 2025 was declined. Please try another payment method or contact your bank.',
    )
  })

  it('sums up where there are many attempts', () => {
    const many = Array.from({ length: 6 }, (_, index) => declined({ createdAt: `2025-03-04 10:0${index}:00` }))
    expect(storyOf(orderLike([...many, chargeLike({ createdAt: '2025-03-04 11:00:00' })])).staffText).toBe(
      '6 attempts were declined or failed. At 11:00 visa ••0119 was accepted by acqlocal. The buyer paid 162.00 BRL once.',
    )
  })

  it('tells a long run of cascades by its ends', () => {
    const often = Array.from({ length: 8 }, (_, at) => cascade({ status: 'declined', createdAt: `2025-03-04 10:0${at}:00` }))
    const { staffText } = storyOf(
      orderLike([declined({ createdAt: '2025-03-04 09:59:00' }), ...often, cascade({ createdAt: '2025-03-04 10:20:00' })]),
    )
    expect(staffText).toMatch(
      /8 more attempts were declined or failed, and the last was accepted by \S+ at 10:20\. The buyer paid/,
    )
    expect(staffText.match(/declined by/g)).toHaveLength(1)
  })

  it('claims nothing of an order that could not be read', () => {
    expect(unreadableHappened).toContain('we can’t say whether money was received')
    expect(replyBody(wordingIn('en'), [{ key: 'unreadable' }])).not.toMatch(/charged|paid/)
  })
})
