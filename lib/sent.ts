import type { Problem } from './problem'

/** How the sending of a command ended, as far as the desk can tell. `refused` and `not-sent` prove that nothing was applied. */
export type Sent = { outcome: 'done' | 'refused' | 'not-sent' | 'unconfirmed'; problem: Problem | null }
