import type { Action } from './action'
import type { Approval } from './approval'
import type { Mention } from './note'
import type { Refund } from './refunds/refund'

/** What of the refund desk waits: how many may be decided, how many of them for over 24 hours, since when the oldest, and one's own. */
export type WaitingRefunds = { waiting: number; overdue: number; oldest: string | null; mine: Refund[] }

/** What waits for somebody: their own unconfirmed actions, the requests they may decide or have asked, refunds, and notes that name them. */
export type Waiting = { unconfirmed: Action[]; approvals: Approval[]; refunds: WaitingRefunds; mentions: Mention[] }
