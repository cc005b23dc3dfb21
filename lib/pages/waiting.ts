import type { Action } from '@/lib/commands/action'
import type { Approval } from '@/lib/commands/approval'
import type { Mention } from '@/lib/notes/note'
import type { WaitingRefunds } from '@/lib/refunds/refund'

/** What waits for somebody: their own unconfirmed actions, the requests they may decide or have asked, refunds, and notes that name them. */
export type Waiting = { unconfirmed: Action[]; approvals: Approval[]; refunds: WaitingRefunds; mentions: Mention[] }
