import type { ProblemField } from '@/lib/core/problem'
import type { ChainPlace } from '@/lib/core/verdict'
import type { UnconfirmedChange } from '@/lib/knowledge/subscription-fact'
import type { Difference, Effect } from '@/lib/operations/effects/effect'
import type { Owner } from './owner'

export type ActionState = 'sent' | 'done' | 'refused' | 'not-sent' | 'unconfirmed'

/** What a command was answered with, in words; personal values are masked. */
export type ActionAnswer = {
  status: number
  code: string | null
  detail: string | null
  traceId: string | null
  /** Of the service's error, where it gave one. */
  uuid?: string | null
  fields: ProblemField[]
  /** What the service answered; only where one action is read, and only where it was done. */
  body?: unknown
}

/** Whether it may be done now, and if not, why. `warning` is shown before it is done. */
export type Possible = { possible: true; warning: string | null } | { possible: false; why: string }

/** A command as the journal shows it: who, what, when, how it ended. Times are ISO in UTC, personal values are masked. */
export type Action = {
  actionId: string
  operation: string
  /** What people call it: "Turn off autocharge". */
  words: string
  state: ActionState
  settledAs: 'happened' | 'did-not-happen' | null
  /** Nobody settled it: an event of the service and a read did. */
  settledByEvent: boolean
  /**
   * Set where the service answered late and otherwise than a person had settled it: who that was and when. Null again once it's settled
   * anew.
   */
  contradiction: { settledAt: string | null; settledBy: string | null; byMe: boolean } | null
  merchant: string
  buyerId: string | null
  /** The masked e-mail, or else the masked name, as it's known now; the journal keeps the id. */
  buyer: string | null
  target: string
  /** What the subscription of `target` is of, as it's known now. */
  product: string | null
  person: string
  mine: boolean
  ticket: string | null
  at: string
  answeredAt: string | null
  request: { params: Record<string, string>; body: unknown }
  effect: Effect | null
  /** Where the answer differs from the preview. */
  differences: Difference[]
  answer: ActionAnswer | null
  undoes: string | null
  /** The incident that it's a row of. */
  incident?: string | null
  undoneBy: string | null
  /** Why what it has set may not hold any more, where it isn't that it was undone; null where nothing says so. */
  since: string | null
  undo: Possible & { verb?: string; until?: string | null }
  sendAgain: Possible
  /** Whose name is on it while it's open; null or left out where nobody's is, which leaves it to who sent it. */
  owner?: Owner | null
  /** Its place in the chain; only where one action is read. */
  place?: ChainPlace | null
}

/** What is opened of an action: what became of it, a look at the service, or one of the ways to go on from there. */
export type ActionStep = 'look' | 'check' | 'settle' | 'send-again' | 'undo'

/** Opens an action at one of its steps. */
export type OpenAction = (action: Pick<Action, 'actionId' | 'words' | 'buyerId' | 'merchant'>, first: ActionStep) => void

/** Whether somebody still has to settle it. */
export const isOpen = ({ state, settledAs }: Pick<Action, 'state' | 'settledAs'>) => state === 'unconfirmed' && settledAs === null

/** What an action that nobody answered may have changed. Without a preview it may be anything that a command of the thing sets. */
export function unconfirmedChange({ words, at, effect }: Pick<Action, 'words' | 'at' | 'effect'>): UnconfirmedChange {
  const fields = effect?.rows.flatMap(({ field, changes, expects }) => (changes || expects !== null ? [field] : [])) ?? []
  return { words, sentAt: at, fields: fields.length > 0 ? fields : ['status', 'endDate', 'autoChargeStatus', 'product'] }
}

/** What a reading says of an action nobody answered. It is a look, not a settlement. */
export type CheckResult = { says: 'applied' | 'not-applied' | 'cannot-tell'; why: string }

/**
 * A page of what was done to a buyer, newest first. `open` holds all actions without an answer or a settlement, however old; only the first
 * page has it. `next` is the cursor of the next older page, null at the end.
 */
export type BuyerActions = { actions: Action[]; open: Action[]; next: string | null }
