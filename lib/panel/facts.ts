import type { OutcomeKind } from '@/lib/charges/status'
import type { MerchantColour } from '@/lib/core/merchant-colour'

/** By what the panel took a buyer for the one the ticket is about. */
export type MatchedBy = 'id' | 'email' | 'order' | 'nothing'

/** What became of looking for the buyer: nothing is shown unless exactly one fits, to the letter. */
export type MatchState = 'one' | 'several' | 'none'

type Kind = OutcomeKind | 'unconfirmed'

/** A line with the glyph of its state. */
export type PanelLine = {
  kind: Kind
  words: string
  note: string | null
  amount: { value: string; currency: string; isReceived: boolean } | null
}

/** What was done from this ticket, and the version of what is known: asked for every few seconds. */
export type PanelOutcomes = { outcomes: PanelLine[]; version: number | null }

/** All that the panel shows, in words: its script draws and knows nothing. */
export type PanelFacts = PanelOutcomes & {
  account: { name: string; colour: MerchantColour | null } | null
  match: { kind: Kind; title: string; says: string }
  /** Where to go on, in a window of the dashboard's own. */
  links: { words: string; href: string }[]
  buyer: null | {
    who: string
    country: string | null
    /** Each subscription in a line, as the buyer's page has it. */
    subscriptions: { plan: string; kind: Kind | 'frozen'; words: string }[]
    more: string | null
    /** The answer of the buyer's page: what happened to the money. */
    answer: { kind: Kind; says: string[] } | null
    orders: { lines: PanelLine[]; count: string }
    waits: PanelLine[]
    say: { text: string; lang: string } | null
  }
  asOf: string
}
