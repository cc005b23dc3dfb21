import type { ChargeFamily } from '@/lib/charges/status'
import type { SinceCounted } from '@/lib/core/counted'
import { dayMs } from '@/lib/core/dates'
import type { Money } from '@/lib/core/money'
import type { RefundFacets } from './refund-filter'

/** Where a refund stands. A refund the provider did not do waits again. */
export const refundStates = ['waiting', 'approved', 'done', 'refused'] as const
export type RefundState = (typeof refundStates)[number]

/** What happened to a refund. `reopened` is a decision that was undone by the person who made it. */
export type RefundStepKind = 'asked' | 'approved' | 'refused' | 'reopened' | 'batched' | 'done' | 'failed'

/** What the service said of the charge when a refund of it was asked for. Personal values are masked; amounts are decimals as given. */
export type RefundedCharge = {
  orderId: string
  chargeId: string
  /** The e-mail of the buyer as the charge carries it. */
  buyer: string | null
  /** ISO 3166-1 alpha-2, as the charge carries it: the language of a reply is guessed from it. */
  country: string | null
  products: string[]
  /** The service's own time, as given. */
  createdAt: string | null
  status: string
  amount: string
  usd: string | null
  method: string
  descriptor: string | null
  provider: string | null
  mid: string | null
  providerTransaction: string | null
  /** What somebody should look at before they decide: no verdict. */
  doubts: string[]
  /** How its order came to be paid. Requests of before this was kept have none. */
  story?: RefundStory
}

/** One attempt of the order. `at` is the service's own time; `words` say what became of it; the amount is a decimal as given. */
export type StoryAttempt = {
  at: string | null
  provider: string | null
  family: ChargeFamily
  words: string
  amount: string
  currency: string
  isThis: boolean
}

/**
 * The attempts of an order as they followed each other, `leftOut` of them not kept because there were too many. `equals` is the place of the
 * charge among received charges of the same amount and service day, from 1 on, with the seconds since the one before; null where it has none.
 */
export type RefundStory = {
  attempts: StoryAttempt[]
  leftOut: number
  equals: { rank: number; of: number; seconds: number | null } | null
}

/** `note`: why it was asked, decided or failed, the provider's reference once it is done. Times are ISO in UTC. */
export type RefundStep = {
  kind: RefundStepKind
  at: string
  person: string
  mine: boolean
  note: string | null
  /** Why money leaves although an event says that it may have gone back. */
  despite?: string | null
}

export type Refund = {
  id: string
  state: RefundState
  version: number
  merchant: string
  buyerId: string
  charge: RefundedCharge
  amount: string
  currency: string
  reason: string
  ticket: string | null
  person: string
  mine: boolean
  askedAt: string
  waitingSince: string
  batchId: string | null
  steps: RefundStep[]
}

/**
 * A refund in the list. `others`: how many other requests of the buyer there were in the last days that count; `sameCard`: how many other
 * buyers the card was seen with, null where the card is unknown.
 */
export type QueuedRefund = Refund & { others: number; sameCard: number | null; wentBack: WentBack | null }

/** The newest event that tells of money that went back to the buyer. It says of no amount and no charge, and nobody has checked it. */
export type WentBack = { action: string; at: string }

export type RefundCounts = Record<RefundState, number> & { overdue: number }

/**
 * A piece of the list. `counts` and `sums` are of all that the filter lets through: of each state, and by currency of what is to be decided;
 * `next` asks for the piece after it.
 */
export type RefundsPiece = {
  refunds: QueuedRefund[]
  counts: RefundCounts
  sums: Money[]
  facets: RefundFacets
  next: string | null
  /** Of a list that was opened by a number. */
  counted?: SinceCounted<QueuedRefund>
}

/**
 * One refund with what a decision rests on. `left` is what of the charge would still be free if it were refused; `others` are the other
 * requests of the buyer, newest first; `sameCard` as of a row of the list.
 */
export type RefundInDetail = {
  refund: Refund
  left: string
  others: Refund[]
  sameCard: number | null
  wentBack: WentBack | null
}

/**
 * What of a charge may be asked for. `places` is how many fraction digits the amount may have; `requests` are the ids of the requests of the
 * charge that weren't refused, newest first; `earlier` are all requests of the buyer.
 */
export type Refundable = {
  charge: RefundedCharge
  currency: string
  places: number
  requested: string
  left: string
  requests: string[]
  earlier: Refund[]
}

/**
 * Approved refunds that no file holds yet, by where the file goes. `unexplained`: of how many an event says that money may have gone back,
 * and nobody has said since why it should still leave.
 */
export type BatchOffer = {
  merchant: string
  provider: string | null
  mid: string | null
  count: number
  unexplained: number
  sums: Money[]
}

/** A file that was made: who, when, for whom, of how many. */
export type Batch = Pick<BatchOffer, 'merchant' | 'provider' | 'mid' | 'count'> & { id: string; person: string; madeAt: string }

/** For how many days another request of the same buyer is worth a look. */
export const othersDays = 90

/** How long a refund may wait before managers are told. */
export const patienceMs = dayMs

export const isOverdue = ({ state, waitingSince }: Pick<Refund, 'state' | 'waitingSince'>, now: number): boolean =>
  state === 'waiting' && now - Date.parse(waitingSince) > patienceMs

/** Whether the person who made the newest decision may take it back: nothing rests on it and no file holds it. */
export const canUndo = ({ state, batchId, steps }: Pick<Refund, 'state' | 'batchId' | 'steps'>): boolean =>
  (state === 'approved' || state === 'refused') && batchId === null && steps.at(-1)?.kind === state && steps.at(-1)?.mine === true

/** Whether finance still has to decide on it, or to carry it out: the charge can't be asked for again meanwhile. */
export const isOpenRefund = ({ state }: Pick<Refund, 'state'>): boolean => state === 'waiting' || state === 'approved'

/** Whom a refund is for, as a row names them: never a bare id. */
export const describeBuyer = ({ charge, buyerId }: Pick<Refund, 'charge' | 'buyerId'>): string =>
  charge.buyer ?? `buyer …${buyerId.slice(-4)}`

/** A provider and mid in words. */
export const describePlace = ({ provider, mid }: { provider: string | null; mid: string | null }): string =>
  [provider ?? 'unknown provider', mid].filter((word) => word !== null).join(' / ')

/** What of the refund desk waits: how many may be decided, how many of them for over 24 hours, since when the oldest and which, and one's own. */
export type WaitingRefunds = {
  waiting: number
  overdue: number
  oldest: string | null
  first: Refund | null
  /** The merchant accounts of those that wait, by code. */
  accounts: string[]
  mine: Refund[]
}
