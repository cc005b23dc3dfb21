import type { VerbName } from '@/lib/commands/verb-words'

/** A colleague who has the buyer open; `verb` is that of the dialog they have open. */
export type Colleague = { id: string; name: string; verb: VerbName | null }

/** `ended` is another text once another action on the buyer has ended or was settled; nothing else can be told by it. */
export type Presence = { others: Colleague[]; ended: string }

/** How often a page in sight says that it is there. */
export const presenceEveryMs = 4_000
