import { formatDay } from '@/lib/core/dates'
import { fewestForShare, type Money, percentOf } from '@/lib/core/money'

export const reportGroups = ['person', 'day', 'verb', 'account'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** Days in UTC, as the journal counts them, both included. */
export type ReportFilter = { from: string; to: string; by: ReportGroup }

/** What the commands of a group came to. Each number is that of the journal under the row's filter and its outcome. */
export type ReportCounts = {
  all: number
  done: number
  refused: number
  notSent: number
  unconfirmed: number
  /** Of the unconfirmed those that nobody has settled, and settled ones that a late answer contradicts. */
  open: number
  /** Of the done ones those that were undone within seven days. */
  undone: number
  /** Seconds until the service answered: the middle one, and the one that 95 of 100 don't exceed. Null where none was answered. */
  middle: number | null
  most: number | null
}

export type ReportRow = ReportCounts & { key: string; label: string; filter: Record<string, string> }

/** The requests for refunds of these days by where they are now. `hours` are those from the request to the end of the ones that are done. */
export type RefundReport = {
  states: { state: string; label: string; count: number; sums: Money[] }[]
  asked: number
  /** What the list of refunds is asked for, beside the days and the state. */
  filter: Record<string, string>
  middleHours: number | null
  mostHours: number | null
}

/** Requests for approval of these days, and how long those took that were decided in them. An agent's are their own. */
export type ApprovalReport = {
  asked: number
  approved: number
  declined: number
  middleSeconds: number | null
  mostSeconds: number | null
}

/** What machines proposed in these days and people decided: how long who pressed had looked at it, and how often for under three seconds. */
export type ProposalReport = { pressed: number; declined: number; middleSeconds: number | null; tooQuick: number }

/** Charges received in these days that were read here, and how many of them a refund was made of. */
export type RefundRate = { received: number; refunded: number; buyers: number }

export type TeamReport = {
  data: ReportRow[]
  meta: ReportFilter & {
    type: 'collection'
    total: number
    asOf: string
    /** Of all groups together. */
    all: ReportCounts
    /** Why commands were refused, the most frequent first. */
    reasons: { reason: string; count: number }[]
    refunds: RefundReport
    approvals: ApprovalReport
    proposals: ProposalReport
    /** Null where only what the person did is counted. */
    rate: RefundRate | null
    /** Whether only what the person did themselves is counted. */
    own: boolean
  }
}

/** The columns that lead to the journal, with the outcome that it is asked for. */
export const reportColumns = [
  { key: 'all', label: 'Asked', outcome: null },
  { key: 'done', label: 'Done', outcome: 'done' },
  { key: 'refused', label: 'Refused', outcome: 'refused' },
  { key: 'notSent', label: 'Not sent', outcome: 'not-sent' },
  { key: 'unconfirmed', label: 'Unconfirmed', outcome: 'unconfirmed' },
  { key: 'open', label: 'Still open', outcome: 'open' },
  { key: 'undone', label: 'Undone in 7 days', outcome: 'undone' },
] as const satisfies readonly { key: keyof ReportCounts; label: string; outcome: string | null }[]

export const groupLabels: Record<ReportGroup, string> = {
  person: 'Person',
  day: 'Day',
  verb: 'Action',
  account: 'Merchant account',
}

/** The journal's page with just the rows that a number counts. */
export function journalOf(
  { from, to }: Pick<ReportFilter, 'from' | 'to'>,
  filter: Record<string, string>,
  outcome: string | null,
) {
  return `/journal?${new URLSearchParams({ from, to, ...filter, ...(outcome === null ? {} : { outcome }) })}`
}

/** What a report covers, and what it can't. */
export const reportScope = ({ from, to, own }: Pick<TeamReport['meta'], 'from' | 'to' | 'own'>): string =>
  `${own ? 'What you sent' : 'Everything sent'} from here, ${formatDay(from)} to ${formatDay(to)} (UTC), from the journal. Changes made elsewhere aren’t included.`

/** `7 of 12 received charges`, with a share where there are enough of them. */
export function describeRate({ received, refunded }: RefundRate): string {
  const counts = `${refunded.toLocaleString('en')} of ${received.toLocaleString('en')} received charges`
  return received < fewestForShare ? counts : `${counts} (${percentOf(refunded, received)}%)`
}

/** On what the rate of refunds rests. */
export const rateScope = ({ buyers }: RefundRate): string =>
  `Of charges seen here, of ${buyers === 1 ? '1 buyer' : `${buyers.toLocaleString('en')} buyers`}. Charges that nobody opened aren’t included, nor refunds made elsewhere.`

/** The other entries of the journal of a kind, in these days. */
export const recordsOf = ({ from, to }: Pick<ReportFilter, 'from' | 'to'>, kind: string): string =>
  `/journal/records?${new URLSearchParams({ kind, from, to })}`

/** The value of which so many hundredths of all are no greater; null where there are none. */
export function percentile(values: readonly number[], hundredths: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? null
}
