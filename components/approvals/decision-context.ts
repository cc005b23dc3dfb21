import type { Role } from '@/lib/core/roles'

/** What a decision dialog needs from the page that opens it. */
export type DecisionContext = { role: Role; merchants: readonly { code: string; name: string; timeZone: string }[] }
