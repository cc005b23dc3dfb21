import type { Money } from './money'
import type { replyVariables } from './reply-variables'

/** What a sentence for customers is filled from: money as the service gives it, days as day keys or service times, words as they are. */
export type ReplyFacts = Partial<{
  amount: Money
  /** The sum of several payments, where they are of one currency. */
  total: Money
  /** How many payments or attempts. */
  count: number
  payments: readonly { amount: Money; day: string | null }[]
  day: string | null
  until: string | null
  product: string | null
  descriptor: string | null
  /** As `methodName` gives it: `visa ••0119`. */
  method: string | null
  reference: string | null
}>

/** A name in braces in a text: `{amount}`. `agent` is the person who writes, and known to every reply. */
export type ReplyVariable = keyof ReplyFacts | 'agent'

export type ReplyKey = keyof typeof replyVariables

/** One sentence of a reply, and what it is filled from. */
export type ReplyPart = { key: ReplyKey; facts?: ReplyFacts }
