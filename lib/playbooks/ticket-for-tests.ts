import { replyOf } from '@/lib/replies/reply'
import { wordingIn } from '@/lib/replies/wording-for-tests'
import { type Order, order as orderSchema } from '../operations/schemas/charge-history'
import { type Subscription, subscription as subscriptionSchema } from '../operations/schemas/subscription'
import type { Refund } from '../refunds/refund'
import { isReply, type KnownOfTicket, type Question, type Reply } from './playbook'
import { playbooks } from './playbooks'

const order: Order = orderSchema.parse({
  orderId: 'o-1',
  createdAt: '2026-11-02 09:00:00',
  type: 'checkout',
  currency: 'EUR',
  products: [{ id: 'p-1', name: 'Northwind Plus' }],
  charges: [
    { chargeId: 'c-0', amount: '42.84', status: 'declined', target: 'original', createdAt: '2026-11-02 09:00:00' },
    {
      chargeId: 'c-1',
      amount: '42.84',
      status: 'settled',
      target: 'cascade',
      createdAt: '2026-11-02 09:00:05',
      descriptor: 'NW-BILL',
      paymentMethod: { type: 'card', data: { brand: 'visa', lastFourDigits: '0119' } },
    },
  ],
})
const lost: Order = { ...order, orderId: 'o-2', charges: order.charges.slice(0, 1) }

export const subscription = (autoChargeStatus: boolean | null, more: object = {}): Subscription =>
  subscriptionSchema.parse({
    id: 's-1',
    status: 'active',
    autoChargeStatus,
    endDate: '2027-01-05T10:00:00+00:00',
    product: { id: 'p-1', name: 'Northwind Plus' },
    ...more,
  })

export const refund: Refund = {
  id: 'r-1',
  state: 'waiting',
  version: 1,
  merchant: 'northwind',
  buyerId: 'b',
  amount: '42.84',
  currency: 'EUR',
  reason: 'Paid twice',
  ticket: 'T-1',
  person: 'Ada',
  mine: true,
  askedAt: '',
  waitingSince: '',
  batchId: null,
  steps: [],
  charge: {
    orderId: 'o-1',
    chargeId: 'c-1',
    buyer: null,
    country: null,
    products: [],
    createdAt: '2026-11-02 09:00:05',
    status: 'settled',
    amount: '42.84',
    usd: null,
    method: '',
    descriptor: null,
    provider: null,
    mid: null,
    providerTransaction: null,
    doubts: [],
  },
}

/** A refund that was requested at a time. */
export const askedFor = (at: string, more: Partial<Refund> = {}): Refund => ({
  ...refund,
  steps: [{ kind: 'asked', at, person: 'Ada', mine: true, note: null }],
  ...more,
})

export const knownOfTicket = (more: Partial<KnownOfTicket> = {}): KnownOfTicket => ({
  buyerId: 'b',
  orders: [order, lost],
  enabled: [true],
  now: Date.parse('2026-11-22T10:00:00Z'),
  zone: 'UTC',
  plans: new Map(),
  isReadingPlans: false,
  missing: { history: null, subscriptions: null, refunds: null },
  subscriptions: [subscription(true)],
  refunds: [],
  ...more,
})

export type Answer = Record<string, string>
export const at = (name: keyof typeof playbooks, answers: Answer, more?: Partial<KnownOfTicket>) =>
  playbooks[name](knownOfTicket(more), new Map(Object.entries(answers)))
export const question = (...given: Parameters<typeof at>): Question => {
  const step = at(...given)
  if (isReply(step)) throw new Error('It is the reply already')
  return step
}
export const reply = (...given: Parameters<typeof at>): Reply => {
  const step = at(...given)
  if (!isReply(step)) throw new Error(`It still asks: ${step.asks}`)
  return step
}
export const text = (step: Reply) => replyOf(wordingIn('en'), step.parts)
