import type { Role } from '@/lib/roles'

/** What a decision needs to know of the desk it is taken at. */
export type DecisionDesk = { role: Role; merchants: readonly { code: string; name: string; timeZone: string }[] }
