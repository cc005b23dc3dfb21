import { longDay, serviceTime } from '@/lib/core/dates'
import type { ReplyPart } from '@/lib/core/reply-part'
import type { Charge, Order } from '../operations/schemas/charge-history'
import type { HistoryState, LoadedHistory } from './history-pieces'
import type { OrderFacts } from './order-facts'
import type { OutcomeKind } from './status'

/** What a statement rests on: an order, and those of its charges that prove it. Null where it rests on all that was loaded. */
export type Proof = { orderId: string; chargeIds: string[] } | null

/** A sentence that what was read proves. */
export type Statement = { says: string; proof: Proof }

/** What not to overlook. */
export type Flag = Statement & { kind: OutcomeKind | 'unconfirmed' }

/** What became of the refunds of an order: what happened, the same with advice for whoever answers, and what the customer may be told of it. */
export type OfRefunds = { happened: string; flag: Flag; reply: readonly ReplyPart[] }

/** A history as far as it was read. */
export type Known = LoadedHistory & { state: HistoryState }

/** Among so many of the newest orders one that was paid twice is the answer; an older one is worth a flag. */
export const recent = 8

export const isPaidTwice = ({ charges }: OrderFacts) => charges.received.length > 1

/** A sentence about everything that was loaded. */
export const whole = (says: string): Statement => ({ says, proof: null })

export const proofBy = ({ order }: OrderFacts, charges: readonly Charge[]): Proof => ({
  orderId: order.orderId,
  chargeIds: charges.map(({ chargeId }) => chargeId),
})

export const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** The charges that make an order what it came to. */
export const proofOf = (facts: OrderFacts): Proof => proofBy(facts, facts.charges[facts.state])

/** ` on 4 March 2025`, of an order or a charge; empty where the time can't be read. */
export function onDay(createdAt: string | null): string {
  const at = serviceTime(createdAt)
  return at ? ` on ${longDay(at.day)}` : ''
}

export const dayOfCharge = (charge: Charge, order: Order) => onDay(charge.createdAt ?? order.createdAt)
