import type { Subject } from '@/lib/client/reveal/revealed'
import type { Role } from '@/lib/roles'

/** Whose values, on which ticket, and what the person's role lets them see. */
export type RevealAbout = Subject & { role: Role; ticket: string | null }
