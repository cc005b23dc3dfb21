import { describe, expect, it } from 'vitest'
import { type Order, order as orderSchema } from '../operations/schemas/charge-history'
import { type Subscription, subscription as subscriptionSchema } from '../operations/schemas/subscription'
import type { Refund } from '../refunds/refund'
import { replyOf } from '../replies/reply'
import { answersOf } from './guide'
import { isReply, type KnownOfTicket, type Question, type Reply } from './playbook'
import { playbooks } from './playbooks'

const order: Order = orderSchema.parse({
  ...{ orderId: 'o-1', createdAt: '2026-11-02 09:00:00', type: 'checkout', currency: 'EUR' },
  products: [{ id: 'p-1', name: 'Northwind Plus' }],
  charges: [
    { chargeId: 'c-0', amount: '42.84', status: 'declined', target: 'original', createdAt: '2026-11-02 09:00:00' },
    {
      ...{ chargeId: 'c-1', amount: '42.84', status: 'settled', target: 'cascade', createdAt: '2026-11-02 09:00:05' },
      ...{ descriptor: 'NW-BILL', paymentMethod: { type: 'card', data: { brand: 'visa', lastFourDigits: '0119' } } },
    },
  ],
})
const lost: Order = { ...order, orderId: 'o-2', charges: order.charges.slice(0, 1) }

const subscription = (autoChargeStatus: boolean): Subscription =>
  subscriptionSchema.parse({
    ...{ id: 's-1', status: 'active', autoChargeStatus, endDate: '2027-01-05T10:00:00+00:00' },
    product: { id: 'p-1', name: 'Northwind Plus' },
  })

const refund: Refund = {
  ...{ id: 'r-1', state: 'waiting', version: 1, merchant: 'northwind', buyerId: 'b', amount: '42.84', currency: 'EUR' },
  ...{ reason: 'Paid twice', ticket: 'T-1', person: 'Ada', mine: true, askedAt: '', waitingSince: '', batchId: null, steps: [] },
  charge: {
    ...{
      orderId: 'o-1',
      chargeId: 'c-1',
      buyer: null,
      country: null,
      products: [],
      createdAt: '2026-11-02 09:00:05',
      status: 'settled',
    },
    ...{
      amount: '42.84',
      usd: null,
      method: '',
      descriptor: null,
      provider: null,
      mid: null,
      providerTransaction: null,
      doubts: [],
    },
  },
}

const known = (more: Partial<KnownOfTicket> = {}): KnownOfTicket => ({
  ...{ buyerId: 'b', orders: [order, lost], complete: true },
  ...{ subscriptions: [subscription(true)], refunds: [], ...more },
})

type Answer = Record<string, string>
const at = (name: keyof typeof playbooks, answers: Answer, more?: Partial<KnownOfTicket>) =>
  playbooks[name](known(more), new Map(Object.entries(answers)))
const question = (...given: Parameters<typeof at>): Question => {
  const step = at(...given)
  if (isReply(step)) throw new Error('It is the reply already')
  return step
}
const reply = (...given: Parameters<typeof at>): Reply => {
  const step = at(...given)
  if (!isReply(step)) throw new Error(`It still asks: ${step.asks}`)
  return step
}
const text = (step: Reply) => replyOf('en', step.parts)

describe('the steps of a cancellation', () => {
  it('prefill turning autocharge off, and offer charges for money back', () => {
    expect(question('cancel', {}).choices.map(({ answer }) => answer)).toEqual(['s-1', 'none'])
    const off = question('cancel', { subscription: 's-1' })
    expect(off.actions).toMatchObject([{ kind: 'command', verb: 'autochargeOff', subscription: { id: 's-1' } }])
    expect(question('cancel', { subscription: 's-1', autocharge: 'off' }).choices.map(({ answer }) => answer)).toEqual([
      'no',
      'o-1 c-1',
      'none',
    ])
  })

  it('say that it is off only where the facts do', () => {
    const answers = { subscription: 's-1', autocharge: 'off', charge: 'no' }
    const still = reply('cancel', answers)
    expect([text(still).includes('no longer renews'), still.gaps.length]).toEqual([false, 1])
    const off = reply('cancel', answers, { subscriptions: [subscription(false)] })
    expect(text(off)).toContain('Your subscription Northwind Plus no longer renews by itself')
    expect(text(off)).toContain('until January 5, 2027')
    expect(off.gaps).toEqual([])
  })

  it('go on where the service lists no subscriptions, and say so', () => {
    const first = question('cancel', {}, { subscriptions: null })
    expect([first.actions, first.choices]).toMatchObject([[{ kind: 'by-id' }], [{ answer: 'none' }]])
    expect(reply('cancel', { subscription: 'none', charge: 'no' }, { subscriptions: null }).gaps).toHaveLength(1)
  })
})

describe('the steps of a refund', () => {
  const answers = { charge: 'o-1 c-1', why: 'twice', requested: 'yes', autocharge: 'kept' }

  it('prefill the request for the charge with its reason', () => {
    const { actions, checks } = question('refund', { charge: 'o-1 c-1', why: 'twice' })
    expect(actions).toEqual([{ kind: 'refund', orderId: 'o-1', chargeId: 'c-1', reason: 'Paid twice' }])
    expect(checks).toContainEqual({ term: 'Requested', says: 'nothing so far' })
  })

  it('ask about autocharge only where it would charge again', () => {
    expect(question('refund', { charge: 'o-1 c-1', why: 'twice', requested: 'yes' }).name).toBe('autocharge')
    expect(
      isReply(at('refund', { charge: 'o-1 c-1', why: 'twice', requested: 'yes' }, { subscriptions: [subscription(false)] })),
    ).toBe(true)
  })

  it('tell of a request only where there is one, as it stands', () => {
    expect(reply('refund', answers)).toMatchObject({
      parts: [],
      gaps: [expect.stringContaining('No refund')],
    })
    expect(text(reply('refund', answers, { refunds: [refund] }))).toContain('We have asked for a refund of 42.84 EUR')
    expect(text(reply('refund', answers, { refunds: [{ ...refund, state: 'done' }] }))).toContain('Your refund of 42.84 EUR')
  })
})

describe('the steps of “What is this charge?”', () => {
  it('explain the charge from its facts', () => {
    const { checks } = question('charge', { charge: 'o-1 c-1' })
    expect(checks).toContainEqual({ term: 'Statement', says: 'NW-BILL' })
    expect(text(reply('charge', { charge: 'o-1 c-1', theirs: 'yes' }))).toBe(
      'Hello,\n\nThe payment of 42.84 EUR of November 2, 2026 is for Northwind Plus.\nIt appears on your statement as NW-BILL.\nIt was made with visa ••0119.\n\nKind regards',
    )
  })

  it('offer what stops it where it is not theirs', () => {
    const stop = question('charge', { charge: 'o-1 c-1', theirs: 'no' })
    expect(stop.actions.map(({ kind }) => kind)).toEqual(['refund', 'command'])
    expect(text(reply('charge', { charge: 'o-1 c-1', theirs: 'no', stopped: 'done' }))).toContain('you do not recognise it')
  })
})

it('the steps of a failed renewal offer what came to nothing, and lead to a payment link', () => {
  expect(question('renewal', {}).choices.map(({ answer }) => answer)).toEqual(['o-2 c-0', 'none'])
  expect(question('renewal', { order: 'o-2 c-0', want: 'other' }).actions).toEqual([
    { kind: 'page', href: '/orders/new?buyer=b', words: 'Create payment link' },
  ])
  expect(text(reply('renewal', { order: 'o-2 c-0', want: 'bank' }))).toContain('Nothing was charged.')
})

it('an answer that is taken back is gone, and something done between leaves the answers alone', () => {
  const answered = (question: string, answer: string) => ({ kind: 'answered' as const, question, answer, words: answer })
  const other = (kind: 'back' | 'acted') => ({ kind, question: null, answer: null, words: null })
  const steps = [answered('a', '1'), answered('b', '2'), other('acted'), other('back'), answered('b', '3')]
  expect(answersOf(steps).map(({ question, answer }) => question + answer)).toEqual(['a1', 'b3'])
})
