import type { ApprovalAbout } from '@/lib/commands/approval'
import type { FactChange } from '@/lib/commands/approval-changes'
import type { Effect } from '@/lib/operations/effects/effect'
import type { Machines } from './token'

/** `void`: it can't be pressed any more, because it is so already or would do something else by now. */
export type ProposalState = 'waiting' | 'pressed' | 'declined' | 'expired' | 'void'

/** What a machine asks a person to do. Times are ISO in UTC, personal values are masked. */
export type Proposal = {
  id: string
  state: ProposalState
  verb: string
  /** The words of the button: "Turn off autocharge". */
  words: string
  /** The day, the amount, the token or the masked e-mail that it's about, where it names one. */
  to: string | null
  merchant: string
  buyerId: string | null
  /** The machine. */
  proposedBy: string
  /** Whom it works for. */
  person: string
  ticket: string | null
  proposedAt: string
  expiresAt: string
  decidedAt: string | null
  decidedBy: string | null
  note: string | null
  actionId: string
}

/** Where the machine read what made it propose this, and what it read there. Nobody has checked it. */
export type ProposalSource = { where: string; quote: string; reason: string }

/**
 * How the machines' lane stands. `moved` names those whose facts are no longer those they were proposed on, `revoked` those of a machine whose
 * token was revoked since; `outcomes` says what became of those that were pressed.
 */
export type ProposalList = {
  proposals: Proposal[]
  about: Record<string, ApprovalAbout>
  moved: string[]
  revoked: string[]
  outcomes: Record<string, string>
  off: Machines['off']
  /** How much each machine did in the last hour. */
  use: { name: string; calls: number; proposals: number }[]
}

/** A proposal as its dialog shows it, with its effect computed as it was opened. */
export type ProposalInDetail = {
  proposal: Proposal
  about: ApprovalAbout
  /** Null once the buyer is erased. */
  source: ProposalSource | null
  /** The reason that a press sends, in the machine's words; null for a verb that takes none, and once it isn't open any more. */
  reason: string | null
  effect: Effect
  /** Of what is shown: only that is pressed. */
  effectHash: string
  /** The known version it rests on, which the press sends as `x-shown-version`. */
  version: number | null
  changes: FactChange[]
  isMoved: boolean
  /** Why it can't be pressed by anybody. */
  blocked: string | null
  /** Why this person can't press it. */
  mayNot: string | null
  /** Why a manager is asked when this person presses it. */
  approval: string | null
}

/** How long what was looked at may be pressed. */
export const lookedMs = 15 * 60_000
/** How long a proposal waits. */
export const waitsMs = 8 * 60 * 60_000
/** A press within so many milliseconds of opening is one that nobody has read. */
export const tooQuickMs = 3_000
