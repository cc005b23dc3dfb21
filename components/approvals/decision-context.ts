import type { Role } from '@/lib/core/roles'

/** What a decision needs to know of the desk it is taken at. */
export type DecisionContext = { role: Role; merchants: readonly { code: string; name: string; timeZone: string }[] }
