import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Charge, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { answerOf } from './answer'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'
import { histories } from './histories-for-tests'
import { familyOf } from './status'

const today = '2025-03-20'
const read = (orders: OrderOrUnreadable[]) => ({ orders, total: orders.length, complete: true, state: 'read' as const })
const answer = (orders: OrderOrUnreadable[], unconfirmed: string | null = null) => answerOf(read(orders), { today, unconfirmed })
const says = (orders: OrderOrUnreadable[]) => {
  const { headline, also, flag } = answer(orders) ?? {}
  return [headline?.says, also?.says ?? null, flag?.says ?? null]
}
const declined = (changes = {}) => chargeLike({ status: 'declined', code: 'acqlocal.insufficient_funds', ...changes })
const at = (day: string, changes = {}) => ({ createdAt: `2025-03-${day} 09:08:41`, ...changes })

describe('the answer about an only order', () => {
  it.each([
    ['paid at once', [chargeLike()], ['Paid once, 162.00 BRL on 4 March 2025.', null, null]],
    [
      'declined',
      [declined()],
      ['Not paid, 162.00 BRL on 4 March 2025 was declined.', null, 'Insufficient funds, or a limit reached.'],
    ],
    [
      'a voucher only',
      [openVoucher()],
      [
        'Not paid yet, a voucher for 162.00 BRL has been open since 4 March 2025.',
        null,
        'The voucher has been open for 16 days. If it stays unpaid, it expires automatically.',
      ],
    ],
    [
      'authorised',
      [chargeLike({ status: 'authorized' })],
      ['Not paid yet, 162.00 BRL was authorised on 4 March 2025 and hasn’t been collected.', null, null],
    ],
    [
      'a status nobody knows',
      [chargeLike({ status: 'in_review' })],
      [
        'Not counted as paid, 162.00 BRL on 4 March 2025 has the status “in_review”.',
        null,
        'A charge of 162.00 BRL on 4 March 2025 has the status “in_review”, which we don’t recognise. It isn’t counted as received. Ask finance what it means.',
      ],
    ],
    ['nothing tried', [], ['Not paid, because no payment was attempted.', null, null]],
    [
      'settled twice',
      [chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })],
      [
        'Paid twice, 2 × 162.00 BRL on 4 March 2025.',
        'The two charges are for one order, 40 seconds apart.',
        'It looks like a double payment. The history doesn’t mark service fees, so check with the provider before you refund.',
      ],
    ],
    [
      'settled in two currencies',
      [chargeLike(), chargeLike({ amount: '2.00', currency: 'EUR' })],
      [
        'Paid twice, 162.00 BRL and 2.00 EUR on 4 March 2025.',
        'The two charges are for one order, made in the same second.',
        'It may be a double payment, or a charge plus its service fee. Check with the provider before you refund.',
      ],
    ],
  ])('%s', (_, charges, expected) => {
    expect(says([orderLike(charges)])).toEqual(expected)
  })

  it('says of the worked example what was paid, what took nothing, and what not to ask for', () => {
    expect(says([exampleOrder])).toEqual([
      'Paid once, 162.00 BRL on 4 March 2025 at the 2nd card attempt.',
      'The voucher and the declined attempt took nothing.',
      'The voucher is still open after 16 days. Don’t ask the buyer to pay it.',
    ])
  })
})

test.each(['0000-00-00 00:00:00', '2026-13-45 10:00:00', '2026-02-30 10:00:00', '2026-04-01 25:00:00'])(
  'the answer and the reply leave out a day that no calendar has: %s',
  (createdAt) => {
    const orders = [orderLike([chargeLike({ createdAt })], { createdAt })]
    expect(says(orders)).toEqual(['Paid once, 162.00 BRL.', null, null])
    expect(answer(orders)?.reply?.[0]?.key).toBe('chargedOnceUndated')
  },
)

describe('the answer about many orders', () => {
  const older = orderLike([chargeLike()], at('01'))

  it('is about the newest, wherever it stands, and counts the rest', () => {
    const newest = orderLike([chargeLike({ createdAt: '2025-03-09 09:09:00', amount: '9.00' })], at('09'))
    expect(says([older, newest])).toEqual([
      'The last order was paid, 9.00 BRL on 9 March 2025.',
      'Both orders were paid.',
      'No order was paid twice.',
    ])
  })

  it('names a decline of the newest, with its reason', () => {
    const newest = orderLike([declined({ createdAt: '2025-03-09 09:09:00' })], at('09'))
    expect(says([newest, older])).toEqual([
      'The last order wasn’t paid, 162.00 BRL on 9 March 2025 was declined.',
      '1 of 2 orders was paid.',
      'Insufficient funds, or a limit reached.',
    ])
  })

  it('puts one that was paid twice first', () => {
    const products = [{ id: 'p-1', name: 'Northwind Plus' }]
    const twice = orderLike([chargeLike(), chargeLike({ createdAt: '2025-03-04 10:05:41' })], { ...at('02'), products })
    const newest = orderLike([chargeLike()], at('09'))
    expect(answer([newest, twice])).toMatchObject({
      headline: { says: 'Paid twice, 2 × 162.00 BRL on 4 March 2025.' },
      also: { says: 'The two charges are for one order, Northwind Plus, 3 minutes apart.', proof: { orderId: twice.orderId } },
    })
  })

  it('counts the orders that were paid beside their sum, where all were read', () => {
    const newest = orderLike([declined({ createdAt: '2025-03-09 09:09:00' })], at('09'))
    expect(answer([newest, older])?.word).toBe('1 of 2 orders paid')
    const part = { ...read([newest, older]), complete: false }
    expect(answerOf(part, { today, unconfirmed: null })?.word).toBe('last order not paid')
    expect(answer([newest, newest])).toMatchObject({ word: 'no order paid', also: { says: 'Neither order was paid.' } })
  })

  it('says that no reason was given, or only a code', () => {
    const lost = (code: string | null) => answer([orderLike([declined({ code })])])?.flag?.says
    expect([lost(null), lost('3000')]).toEqual(['The service gave no reason.', 'The only reason given is code 3000.'])
  })

  it('calls no order the last where one that could not be read may be newer', () => {
    expect(says([{ unreadable: true, orderId: 'gap' }, older])).toEqual([
      'The last order we could read was paid, 162.00 BRL on 4 March 2025.',
      '1 paid in the orders we could read.',
      'We couldn’t read 1 order. It isn’t counted.',
    ])
  })

  it('calls two orders equal only where both name their product', () => {
    const [one, other] = ['09:08:41', '09:09:21'].map((time) => orderLike([chargeLike()], { createdAt: `2025-03-04 ${time}` }))
    expect(answer([other, one] as OrderOrUnreadable[])?.flag?.says).toBe('No order was paid twice.')
  })

  it('flags two equal purchases that follow each other', () => {
    const product = { products: [{ id: '1', name: 'Northwind Plus', code: 'plus' }] }
    const [one, other] = ['09:08:41', '09:09:21'].map((time) =>
      orderLike([chargeLike()], { createdAt: `2025-03-04 ${time}`, ...product }),
    )
    expect(answer([other, one] as OrderOrUnreadable[])?.flag?.says).toMatch(
      /^Two orders of 162\.00 BRL .* within 10 minutes, and both were paid\.$/,
    )
  })
})

describe('what the answer does not know', () => {
  it('is said instead of a claim', () => {
    expect(answerOf({ orders: [], total: null, complete: false, state: 'loading' }, { today, unconfirmed: null })).toBeNull()
    const failed = answerOf({ orders: [], total: null, complete: false, state: 'failed' }, { today, unconfirmed: null })
    expect([failed?.headline.says, failed?.reply]).toEqual(['We don’t know what was paid.', null])
    const uncounted = answerOf({ ...read([]), total: null }, { today, unconfirmed: null })
    expect([uncounted?.headline.says, uncounted?.reply]).toEqual(['We don’t know what was paid.', null])
    expect(uncounted?.also?.says).toContain('didn’t say how many orders')
    expect(answer([])?.headline.says).toBe('No orders.')
  })

  it('limits a count to what was read', () => {
    const history = { ...read([exampleOrder]), total: 900, complete: false }
    expect(answerOf(history, { today, unconfirmed: null })?.also?.says).toBe('1 paid in the 1 newest of 900 orders.')
  })

  it('puts an action that is unconfirmed before all other flags', () => {
    expect(answer([exampleOrder], 'Change end date')?.flag).toMatchObject({
      kind: 'unconfirmed',
      says: '“Change end date” isn’t confirmed. Check it before you answer.',
    })
  })
})

const statements = (given: Parameters<typeof answerOf>[0]) => {
  const made = answerOf(given, { today, unconfirmed: null })
  return made === null ? [] : [made.headline, made.also, made.flag].filter((each) => each !== null)
}
const amountsIn = (text: string) => text.match(/\d[\d,]*\.\d\d/g) ?? []
const plain = (amount: string) => amount.replaceAll(',', '')

describe('of any history', () => {
  const check = (holds: (given: Parameters<typeof answerOf>[0]) => void) =>
    fc.assert(
      fc.property(histories, (made) => holds({ ...made, total: made.orders.length })),
      { numRuns: 500 },
    )
  const chargesOf = (given: { orders: OrderOrUnreadable[] }): Charge[] =>
    given.orders.flatMap((each) => ('charges' in each ? each.charges : []))

  test('money received, or not received, is said only with the charges that prove it', () => {
    check((given) => {
      const { headline } = answerOf(given, { today, unconfirmed: null }) ?? {}
      const proof = chargesOf(given).filter(({ chargeId }) => headline?.proof?.chargeIds.includes(chargeId))
      const families = new Set(proof.map((each) => familyOf(each.status)))
      if (/^(Paid|The last order( we could read)? was paid)/.test(headline?.says ?? ''))
        expect([...families]).toEqual(['received'])
      if (/^(Not paid,|The last order( we could read)? wasn’t)/.test(headline?.says ?? '') && proof.length > 0)
        expect([...families]).toEqual(['lost'])
      if (/ yet,/.test(headline?.says ?? '')) expect([...families]).toEqual(['open'])
      if (/^Paid twice/.test(headline?.says ?? '')) expect(proof).toHaveLength(2)
    })
  })

  test('every amount is one that the service gave: nothing is added', () => {
    check((given) => {
      const known = new Set(chargesOf(given).map(({ amount }) => amount))
      for (const { says } of statements(given)) for (const amount of amountsIn(says)) expect(known).toContain(plain(amount))
    })
  })

  test('nothing is claimed of all orders unless all were read', () => {
    check((given) => {
      const isWhole = given.complete && given.state === 'read' && given.orders.every((each) => 'charges' in each)
      const claims = statements(given).filter(({ says }) => /^(All |Both |No order|Paid once|Not paid)/.test(says))
      if (!isWhole) expect(claims).toEqual([])
      const hasGap = given.orders.some((each) => !('charges' in each))
      if (hasGap) for (const { says } of statements(given)) expect(says).not.toMatch(/^The last order (was|isn|wasn)/)
    })
  })

  test('what took nothing is proved by charges that took nothing', () => {
    check((given) => {
      const { also } = answerOf(given, { today, unconfirmed: null }) ?? {}
      if (!also?.says.includes('took nothing')) return
      const proof = chargesOf(given).filter(({ chargeId }) => also.proof?.chargeIds.includes(chargeId))
      expect(proof.some((each) => familyOf(each.status) === 'received')).toBe(false)
    })
  })
})

describe('a refund of the order that the answer is about', () => {
  const of = { happened: '', flag: { kind: 'deferred' as const, says: 'A refund was requested.', proof: null }, reply: [] }
  const withRefund = (orderId: string, unconfirmed: string | null = null) =>
    answerOf(read([exampleOrder]), { today, unconfirmed, refunds: new Map([[orderId, of]]) })?.flag?.says

  it('is the flag of its own order, unless an action is unconfirmed', () => {
    expect(withRefund(exampleOrder.orderId)).toBe('A refund was requested.')
    expect(withRefund('another')).toMatch(/^The voucher is still open/)
    expect(withRefund(exampleOrder.orderId, 'Downgrade')).toMatch(/^“Downgrade” isn’t confirmed/)
  })
})
