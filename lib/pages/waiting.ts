import type { Action, ActionStep } from '@/lib/commands/action'
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

/** What the pages show of it: the rows in words, and what they open. */
export type WaitingAnswer = Pick<Waiting, 'unconfirmed' | 'team' | 'approvals' | 'refunds' | 'notices'> & { rows: WaitingRow[] }

export const buyerKey = (merchant: string, buyerId: string) => `${merchant} ${buyerId}`

/** Where a row leads: an action or a request opens in its dialog, anything else is a page, of another merchant account perhaps. */
export type Lead =
  | { to: 'action'; actionId: string; step: ActionStep }
  | { to: 'approval'; id: string }
  | { to: 'page'; href: string; merchant: string | null }

export type WaitingKind =
  | ('unconfirmed' | 'contradicted' | 'approval' | 'asked' | 'answer' | 'refund')
  | ('mention' | 'guide' | 'promise' | 'trouble' | 'incident' | 'own-incident')

/** What can be shown alone: the rows that a number of the first page counts. */
export const waitingGroups = ['answer', 'mention', 'guide', 'promise', 'events', 'keys', 'jobs', 'journal'] as const
export type WaitingGroup = (typeof waitingGroups)[number]

/** Which troubles belong together, by the first word of their ids. */
const problemGroups: Record<string, WaitingGroup> = {
  events: 'events',
  'events-missing': 'events',
  keys: 'keys',
  service: 'keys',
  accounts: 'keys',
  jobs: 'jobs',
  journal: 'journal',
  outcomes: 'journal',
}

export const groupOf = ({ kind, key }: Pick<WaitingRow, 'kind' | 'key'>): WaitingGroup | null => {
  if (kind === 'trouble') return problemGroups[key.split(' ')[1] ?? ''] ?? null
  return waitingGroups.find((group) => group === kind) ?? null
}

/** One thing that waits. `at` is ISO in UTC, null where nobody noted since when; `verb` is on the button, and `of` goes on with it for who can't see the row. */
export type WaitingRow = {
  key: string
  kind: WaitingKind
  title: string
  /** Whom or what it is about, and who asked. */
  about: string[]
  /** The merchant accounts it belongs to, by code; empty where it belongs to none. */
  accounts: readonly string[]
  at: string | null
  verb: string
  of: string | null
  lead: Lead
  /** Where the title leads: the action’s entry in the journal. */
  entry?: string
  /** The note whose mention can be put away. */
  noteId?: string
}
