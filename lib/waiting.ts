import type { Action } from './action'
import type { Approval } from './approval'

/** What waits for somebody: their own unconfirmed actions, and the requests they may decide or have asked. */
export type Waiting = { unconfirmed: Action[]; approvals: Approval[] }
