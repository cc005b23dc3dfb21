import type { VerbName } from '@/lib/commands/verb-words'

/** A colleague who has the buyer open; `verb` is that of the dialog they have open. */
export type Colleague = { id: string; name: string; verb: VerbName | null }

export type Presence = { others: Colleague[] }

/** How often a page in sight says that it is there. */
export const presenceEveryMs = 4_000
