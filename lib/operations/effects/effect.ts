import type { TokenState } from './outlook'

/** A fact as far as it is known: its value, when it was observed (ISO in UTC), and from what. */
export type Known<T> = {
  value: T
  observedAt: string
  source: 'action' | 'read' | 'import' | 'person'
  operation: string | null
  person: string | null
}

/** What is known of the thing a command changes, by field; what is not known is missing. The fields are those of the answers. */
export type KnownThing = Readonly<Record<string, Known<unknown> | undefined>>

/** What a command is sent with. A preview may run on a form that is half filled in. */
export type Input = { params: Record<string, string>; body: unknown }

/**
 * Everything a prediction may look at. `now` is an instant; `zone` is the merchant account's, in which the service's "today" is, and
 * `ahead` says by how many milliseconds the service's clock is ahead of ours, where that was measured.
 * Where the caller has them: what is known of the buyer's tokens by token id, and the products of the extra read (service-facts 3.5).
 */
export type Situation = {
  known: KnownThing
  now: Date
  zone: string
  ahead?: number
  tokens?: Readonly<Record<string, KnownThing>>
  products?: readonly { id: string; name: string | null; code: string | null }[]
}

/** One line of the preview. `before` and `after` are words for people; null is "not known". */
export type EffectRow = {
  field: string
  label: string
  before: string | null
  /** ISO in UTC; null where before is not known. */
  beforeAsOf: string | null
  after: string | null
  changes: boolean
  /** The value as the service will answer it, to compare with what is observed; null where it cannot be predicted. */
  expects: unknown
}

/** What happens later: from and until are ISO instants; the same one twice is a moment; where both are null it is not bound to a time. */
export type Later = { from: string | null; until: string | null; says: string; danger: boolean }

export type Undo = { possible: true; verb: string; until: string | null; note: string | null } | { possible: false; why: string }

/** An action that did the same as a command would: what it was in words, whose, and when (ISO in UTC). */
export type Repeats = { actionId: string; words: string; person: string; at: string }

/**
 * What a command will do, shown before it is sent. Dates and sums in it are as sure as what is known, and say so where they are not.
 * `zone` is the one its days are in, so that an answer can be compared with it later.
 */
export type Effect = {
  rows: EffectRow[]
  later: Later[]
  warnings: string[]
  undo: Undo
  zone: string
  /** There where the same was done already within a day, and to do it again makes another order, charges once more or can't be taken back. */
  repeats?: Repeats
  /** Whether a charge would find a token; missing in predictions older than this field. */
  tokens?: TokenState
  /** Where the answer showed another value; only in the effect of an action that was done. */
  differences?: Difference[]
}

/** A command that undoes another, or why there is none. */
export type UndoCommand =
  | { command: { operation: string; params: Record<string, string>; body: unknown } }
  | { command: null; why: string }

/** A row whose observed value is not the predicted one. */
export type Difference = { field: string; label: string; predicted: string | null; observed: string | null }
