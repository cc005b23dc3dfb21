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
}

/** `note`: why it was asked, decided or failed, the provider's reference once it is done. Times are ISO in UTC. */
export type RefundStep = { kind: RefundStepKind; at: string; person: string; mine: boolean; note: string | null }

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

/** A refund as it stands in the queue, with how many of this buyer were asked for before it. */
export type QueuedRefund = Refund & { earlier: number }

export type RefundCounts = Record<RefundState, number> & { overdue: number }

/** A piece of the list. `next` asks for the piece after it. */
export type RefundsPiece = { refunds: QueuedRefund[]; counts: RefundCounts; next: string | null }

/** One refund with what a decision rests on. `left` is what of the charge would still be free if it were refused. */
export type RefundInDetail = { refund: Refund; left: string; earlier: Refund[] }

/** What of a charge may be asked for. `places` is how many fraction digits the amount may have. */
export type Refundable = {
  charge: RefundedCharge
  currency: string
  places: number
  requested: string
  left: string
  earlier: Refund[]
}

/** Approved refunds that no file holds yet, by where the file goes. */
export type BatchOffer = {
  merchant: string
  provider: string | null
  mid: string | null
  count: number
  sums: { currency: string; amount: string }[]
}

/** A file that was made: who, when, for whom, of how many. */
export type Batch = Pick<BatchOffer, 'merchant' | 'provider' | 'mid' | 'count'> & { id: string; person: string; madeAt: string }

/** How long a refund may wait before managers are told. */
export const patienceMs = 24 * 60 * 60_000

export const isOverdue = ({ state, waitingSince }: Pick<Refund, 'state' | 'waitingSince'>, now: number): boolean =>
  state === 'waiting' && now - Date.parse(waitingSince) > patienceMs

/** Whether finance still has to decide on it, or to carry it out: the charge can't be asked for again meanwhile. */
export const isOpenRefund = ({ state }: Pick<Refund, 'state'>): boolean => state === 'waiting' || state === 'approved'

/** A provider and mid in words. */
export const placeWords = ({ provider, mid }: { provider: string | null; mid: string | null }): string =>
  [provider ?? 'unknown provider', mid].filter((word) => word !== null).join(' / ')

/** What of the refund desk waits: how many may be decided, how many of them for over 24 hours, since when the oldest and which, and one's own. */
export type WaitingRefunds = { waiting: number; overdue: number; oldest: string | null; first: Refund | null; mine: Refund[] }
