import type { Effect } from '@/lib/operations/effects/effect'

/** What was done already, and would be done a second time: an order, or what charges the buyer or can't be taken back. */
export type DoneBefore = 'order' | 'act'

/** What a command would do if it were sent now, and what stands in its way. */
export type Preview = {
  effect: Effect
  /** Where what is known of a row's field comes from, in words; a field nothing is known of is missing. */
  sources: Record<string, string>
  /** The known version it rests on: sent back as `x-shown-version`. */
  version: number | null
  buyerAddress: { address: string; source: 'typed' | 'history' | 'fallback' }
  /** Why a manager must approve it, or null. */
  approval: string | null
  /** There where the person confirms it with their passkey; whether they have one. */
  passkey?: 'ready' | 'missing'
  /** An action on the same thing that must be acknowledged: an unconfirmed or running one, or one that did the same within a day. */
  unsettled: Unsettled | null
}

/** `mine` where whoever asks did it. */
type Unsettled = {
  actionId: string
  words: string
  person: string
  mine: boolean
  at: string
  running: boolean
  done?: DoneBefore
}
