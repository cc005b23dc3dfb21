import type { VerbName } from '@/lib/commands/verb-words'
import type { Order } from '../operations/schemas/charge-history'
import type { Subscription } from '../operations/schemas/subscription'
import type { Refund } from '../refunds/refund'
import type { ReplyPart } from './reply'

/** What the steps are filled from. `subscriptions` is null where the service does not list them, or they were not read. */
export type KnownOfTicket = {
  buyerId: string
  orders: readonly Order[]
  /** Of each token known of the buyer whether it is enabled. */
  enabled: readonly (boolean | null)[]
  /** What couldn't be read, as a sentence each; null where all of it was. Nothing is said to be none before that. */
  missing: { history: string | null; subscriptions: string | null; refunds: string | null }
  /** In milliseconds. */
  now: number
  subscriptions: readonly Subscription[] | null
  refunds: readonly Refund[]
}

/** A fact beside a question. `look`: somebody should look at it before they answer. */
export type Check = { term: string; says: string; look?: true }

export type Choice = { answer: string; words: string; aside?: string }

/** What may be done from a step: a dialog that is opened and filled in, never sent; or a page. */
export type GuideAction =
  | { kind: 'command'; verb: VerbName; subscription: Subscription }
  | { kind: 'by-id' }
  | { kind: 'refund'; orderId: string; chargeId: string; reason: string }
  | { kind: 'page'; href: string; words: string }

export type Question = { name: string; asks: string; checks: Check[]; choices: Choice[]; actions: GuideAction[] }

/** Where the steps lead: sentences that facts bear out, and what is said here that they do not. */
export type Reply = { parts: ReplyPart[]; gaps: string[] }

/** The next question, or the reply: from what is known now and from what was answered so far. */
export type Playbook = (known: KnownOfTicket, answers: ReadonlyMap<string, string>) => Question | Reply

export const isReply = (step: Question | Reply): step is Reply => 'parts' in step
