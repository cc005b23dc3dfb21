import type { Action, ActionStep } from '@/lib/commands/action'
import type { ReasonPresets } from '@/lib/commands/reason-presets'
import type { VerbOffer } from '@/lib/commands/verb-offers'
import type { VerbName } from '@/lib/commands/verb-words'
import type { CommandValues } from '@/lib/commands/verbs'
import type { Role } from '@/lib/core/roles'

/** The thing a verb acts on: the buyer, one of their subscriptions, one of their tokens. */
export type Target = {
  kind: 'buyer' | 'subscription' | 'token'
  /** A uuid, or the number of a token. */
  id: string
  /** What people call it; null where that is not known. */
  name: string | null
  /** A product code, a provider: in mono beside the name. */
  code?: string | null
  /** Whether its id was typed by a person, so that the service may know no such thing. */
  isTyped?: true
  /** Of a subscription, where it is known. */
  autocharge?: boolean | null
}

/** Which dialog is open. */
export type Opening =
  | { kind: 'command'; verb: VerbName; target: Target; defaults?: CommandValues; quote?: string }
  | { kind: 'action'; actionId: string; words: string; first: ActionStep }
  | { kind: 'by-id'; of: 'subscription' | 'token' }
  | { kind: 'all-tokens'; method: string; tokens: readonly Target[] }

/** Whose page it is, by whom it is looked at: what every dialog tells and every request carries. */
export type ActionsContext = {
  merchant: { code: string; name: string; timeZone: string }
  buyer: { id: string; email: string | null; country: string | null }
  role: Role
  ticket: string | null
  /** What fills the Reason field at one press, by command. */
  reasons: ReasonPresets
  /** What the page's buttons offer. */
  verbs: readonly VerbOffer[]
  /** What was sent to the buyer and neither answered nor settled. */
  unconfirmed?: readonly Action[]
  /** Products seen in the buyer's orders: suggestions where the service lists none. */
  products: readonly { id: string; name: string | null; code: string | null }[]
}
