import { describe, expect, it } from 'vitest'
import { lookAt } from './look-at'
import type { QueuedRefund, Refund, RefundInDetail, RefundStory } from './refund'
import { refundHints } from './refund-hints'

const viewer = { now: Date.parse('2026-11-23T08:41:00Z'), zone: 'UTC' }
const attempt = (family: 'received' | 'lost', isThis = false) => ({
  at: '2026-10-13 04:44:10',
  provider: 'acq',
  family,
  words: family === 'lost' ? 'insufficient funds, or a limit reached' : 'settled',
  amount: '12.10',
  currency: 'EUR',
  isThis,
})
const story = (more: Partial<RefundStory> = {}): RefundStory => ({
  attempts: [attempt('received', true)],
  leftOut: 0,
  equals: null,
  ...more,
})
const refundLike = ({ charge, ...more }: Omit<Partial<Refund>, 'charge'> & { charge?: Partial<Refund['charge']> } = {}) =>
  ({
    id: 'r1',
    state: 'waiting',
    amount: '12.10',
    currency: 'EUR',
    askedAt: '2026-11-20T16:12:00.000Z',
    steps: [],
    ...more,
    charge: { orderId: 'o1', chargeId: 'c1', amount: '12.10', doubts: [], story: story(), ...charge },
  }) as unknown as Refund
const says = (more: Partial<RefundInDetail>) =>
  refundHints({ refund: refundLike(), left: '12.10', others: [], sameCard: 0, wentBack: null, ...more }, viewer).map(
    (hint) => hint.says,
  )

describe('what a decision on a refund rests on', () => {
  it('is an event that tells of money that went back, while the refund isn’t made', () => {
    const wentBack = { action: 'subscription_event_chargeback', at: '2026-11-22T10:00:00.000Z' }
    expect(says({ wentBack })[0]).toMatch(
      /^Chargeback, says an event of 22 Nov 2026 that nobody has checked\. Money may have gone back/,
    )
    expect(says({ wentBack, refund: refundLike({ state: 'done' }) }).join()).not.toContain('event')
  })

  it('is said also where there is nothing to look at', () => {
    expect(says({})).toEqual([
      'Paid once, at the 1st attempt.',
      'This buyer has no other refund request in 90 days.',
      'No other buyer opened or imported here was seen with this card.',
      'All of 12.10 EUR would go back. Nothing else of this charge was requested.',
    ])
  })

  it('tells equal charges apart by their order', () => {
    const equals = { rank: 2, of: 2, seconds: 40 }
    const charge = { story: story({ attempts: [attempt('received'), attempt('received', true)], equals }) }
    expect(says({ refund: refundLike({ charge }) })[0]).toBe(
      'There are 2 equal charges on this day. This is the 2nd, 40 seconds after the one before.',
    )
    const first = { story: story({ equals: { ...equals, rank: 1, seconds: null } }) }
    expect(says({ refund: refundLike({ charge: first }) })[0]).toBe('There are 2 equal charges on this day. This is the 1st.')
  })

  it('counts the attempts that are not shown', () => {
    const charge = { story: story({ attempts: [attempt('lost'), attempt('received', true)], leftOut: 3 }) }
    expect(says({ refund: refundLike({ charge }) })[0]).toBe('Paid once, at the 5th attempt.')
  })

  it('names another request of the buyer, and says of the same charge that it is the same', () => {
    const other = refundLike({ id: 'r2', amount: '36.30', charge: { orderId: 'o2', chargeId: 'c2' } })
    expect(says({ others: [other] })[1]).toBe('This buyer has another request, 36.30 EUR, requested 20 Nov 2026, to be decided.')
    const same = refundLike({ id: 'r3', state: 'refused' })
    expect(says({ others: [other, same] })[1]).toBe(
      'This buyer has 2 other requests in 90 days: 1 to be decided, 1 refused. The same charge was requested before.',
    )
  })

  it('warns where another payment of the same order goes back, too, and says what both come to', () => {
    const twice = refundLike({ id: 'r2', state: 'approved', amount: '5.00', charge: { chargeId: 'c2' } })
    expect(says({ others: [twice] })[1]).toBe(
      'Another payment of this order has a refund, too: 5.00 EUR, approved. Together that’s 17.10 EUR of this order.',
    )
    const thrice = refundLike({ id: 'r3', charge: { chargeId: 'c3' } })
    expect(says({ others: [twice, thrice] })[1]).toBe(
      'This order has 2 refunds of other payments, too: 1 approved, 1 to be decided. Together that’s 29.20 EUR of this order.',
    )
    expect(says({ others: [{ ...twice, state: 'refused' }] }).join()).not.toContain('Another payment')
    expect(says({ others: [refundLike({ id: 'r4' })] }).join()).not.toContain('Another payment')
    expect(says({ refund: refundLike({ state: 'refused' }), others: [twice] }).join()).not.toContain('Another payment')
  })

  it('leaves out requests of more than 90 days ago', () => {
    const edge = (askedAt: string) => says({ others: [refundLike({ id: 'r2', askedAt })] })[1]
    expect(edge('2026-08-25T08:40:59.000Z')).toBe('This buyer has no other refund request in 90 days.')
    expect(edge('2026-08-25T08:41:01.000Z')).toContain('another request')
  })

  it('says with how many other buyers the card was seen, and nothing of a card that is unknown', () => {
    expect(says({ sameCard: 1 })[2]).toBe('Another buyer opened or imported here used this card. Check before you decide.')
    expect(says({ sameCard: 3 })[2]).toMatch(/^3 other buyers/)
    expect(says({ sameCard: null })).toHaveLength(3)
  })

  it('says which part goes back and what was requested besides', () => {
    expect(says({ refund: refundLike({ amount: '2.10' }), left: '2.10' }).at(-1)).toBe(
      '2.10 of 12.10 EUR would go back. 10.00 EUR of this charge was requested besides.',
    )
  })

  it.each([
    ['approved', 'All of 12.10 EUR is to go back.'],
    ['done', 'All of 12.10 EUR went back.'],
    ['refused', 'All of 12.10 EUR was requested, and nothing of it goes back.'],
  ] as const)('says of a refund that is %s what became of it', (state, words) => {
    expect(says({ refund: refundLike({ state }) }).at(-1)).toContain(words)
  })
})

it('a row says the most telling first, and what needs no look says nothing', () => {
  const row = (more: Partial<QueuedRefund>) =>
    lookAt({ ...refundLike(), others: 0, sameCard: 0, wentBack: null, ...more }).map(({ words }) => words)
  expect(row({})).toEqual([])
  const twice = refundLike({ charge: { story: story({ attempts: [attempt('received'), attempt('received', true)] }) } })
  expect(row({ charge: twice.charge, others: 1, sameCard: 2 })).toEqual(['received twice', 'same buyer', 'same card'])
  expect(row({ charge: { ...refundLike().charge, doubts: ['One', 'Two'] } })).toEqual(['2 things to check'])
  const failed = { kind: 'failed', at: '', person: '', mine: false, note: null } as const
  expect(row({ steps: [failed], sameCard: null })).toEqual(['failed earlier'])
})

describe('each hint says what it’s about and whether to look before deciding', () => {
  const hints = (more: Partial<RefundInDetail>) =>
    refundHints({ refund: refundLike(), left: '12.10', others: [], sameCard: 0, wentBack: null, ...more }, viewer).map(
      ({ kind, warns }) => `${kind}${warns ? '!' : ''}`,
    )
  const wentBack = { action: 'subscription_event_refund', at: '2026-11-22T10:00:00.000Z' }
  const more = refundLike({ id: 'r2', state: 'done', charge: { chargeId: 'c2' } })
  const equals = { rank: 2, of: 2, seconds: null }
  const failed = { kind: 'failed', at: '', person: '', mine: false, note: null } as const

  it.each<[string[], Partial<RefundInDetail>]>([
    [['paid', 'buyer', 'card', 'amount'], {}],
    [['event!', 'paid', 'buyer', 'card', 'amount'], { wentBack }],
    [['event!', 'paid', 'buyer', 'card', 'amount'], { wentBack, refund: refundLike({ state: 'approved' }) }],
    [['doubt!', 'buyer', 'card', 'amount'], { refund: refundLike({ charge: { doubts: ['Paid in another currency'] } }) }],
    [['buyer', 'card', 'amount'], { refund: refundLike({ charge: { story: null } as never }) }],
    [
      ['buyer', 'card', 'amount'],
      { refund: refundLike({ charge: { story: story({ attempts: [attempt('received'), attempt('received', true)] }) } }) },
    ],
    [['equal!', 'buyer', 'card', 'amount'], { refund: refundLike({ charge: { story: story({ equals }) } }) }],
    [['paid', 'failed!', 'buyer', 'card', 'amount'], { refund: refundLike({ steps: [failed] }) }],
    [['paid', 'equal!', 'buyer!', 'card', 'amount'], { others: [more] }],
    [['paid', 'equal', 'buyer!', 'card', 'amount'], { others: [more], refund: refundLike({ state: 'done' }) }],
    [['paid', 'buyer', 'card!', 'amount'], { sameCard: 2 }],
  ])('%j', (expected, given) => {
    expect(hints(given)).toEqual(expected)
  })

  it('names the newest failure, with the provider’s reason where there is one', () => {
    const steps = [{ ...failed, note: 'The card is closed' }, { ...failed, kind: 'approved' as const }, failed]
    expect(says({ refund: refundLike({ steps }) })[1]).toBe('The provider couldn’t make this refund earlier.')
    expect(says({ refund: refundLike({ steps: steps.slice(0, 2) }) })[1]).toBe(
      'The provider couldn’t make this refund earlier: The card is closed',
    )
  })

  it('tells the time between equal charges only of those after the first', () => {
    const of = (given: object) =>
      says({ refund: refundLike({ charge: { story: story({ equals: { ...equals, ...given } }) } }) })[0]
    expect(of({})).toBe('There are 2 equal charges on this day. This is the 2nd.')
    expect(of({ rank: 1, seconds: 40 })).toBe('There are 2 equal charges on this day. This is the 1st.')
  })

  it('in a row, too', () => {
    const row = (given: Partial<QueuedRefund>) =>
      lookAt({ ...refundLike(), others: 0, sameCard: 0, wentBack: null, ...given }).map(({ kind, words }) => `${kind}: ${words}`)
    expect(row({ wentBack })).toEqual(['event: may have gone back'])
    expect(row({ wentBack, state: 'done' })).toEqual([])
    const ofCharge = (charge: Partial<Refund['charge']>) => row({ charge: refundLike({ charge }).charge })
    const three = [attempt('received'), attempt('received'), attempt('lost'), attempt('received', true)]
    expect(ofCharge({ story: story({ attempts: three }), doubts: ['Paid three times', 'Other'] })).toEqual([
      'equal: received 3 times',
      'doubt: 1 thing to check',
    ])
    expect(ofCharge({ story: story({ equals }) })).toEqual(['equal: equal charges'])
    expect(ofCharge({ story: null } as never)).toEqual([])
  })
})
