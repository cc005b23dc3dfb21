import type { Action } from './action'
import type { Approval } from './approval'
import type { Mention } from './note'

/** What waits for somebody: their own unconfirmed actions, the requests they may decide or have asked, and notes that name them. */
export type Waiting = { unconfirmed: Action[]; approvals: Approval[]; mentions: Mention[] }
