import type { Action } from '@/lib/commands/action'
import type { Approval } from '@/lib/commands/approval'
import type { WaitingIncident } from '@/lib/incidents/incident'
import type { DuePromise, Mention } from '@/lib/notes/note'
import type { Notice } from '@/lib/notices/notice'
import type { OpenGuide } from '@/lib/playbooks/guide'
import type { WaitingRefunds } from '@/lib/refunds/refund'
import type { HealthProblem } from '@/lib/status/health-problem'

/**
 * What waits for somebody: the unconfirmed actions that are theirs and, for who leads others, those of the team; the requests they may decide or have
 * made; incidents they may decide, and theirs that stand still; refunds; notes that name them; tickets whose guided steps they have not ended; for admins what is wrong with the dashboard.
 */
export type Waiting = {
  unconfirmed: Action[]
  team: Action[]
  approvals: Approval[]
  refunds: WaitingRefunds
  mentions: Mention[]
  guides: OpenGuide[]
  promises: DuePromise[]
  incidents: WaitingIncident[]
  troubles: HealthProblem[]
  /** What the person was told of lately, newest first. */
  notices: Notice[]
  /** Masked e-mails, or else names, by merchant account and buyer id as `buyerKey` writes them. */
  buyers: Record<string, string>
}

export const buyerKey = (merchant: string, buyerId: string) => `${merchant} ${buyerId}`
