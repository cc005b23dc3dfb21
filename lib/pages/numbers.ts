import type { ListFilter, ListName } from '@/lib/lists/lists'
import type { WaitingGroup } from './waiting'

export type NumberKey = keyof typeof numberLabels

/** On what a number rests. `partial`: there may be more of it that isn't known here. */
export type NumberCoverage = {
  of: 'journal' | 'opened histories' | 'events' | 'dashboard'
  from: string | null
  gaps: never[]
  partial: boolean
  words: string
}

/** One of the numbers of the day. Opening `href` lists exactly what was counted. Times are ISO in UTC. */
export type MorningNumber = {
  key: NumberKey
  label: string
  /** Null where it can't be known, or took too long; `why` then says so. */
  count: number | null
  /** Only the first were counted. */
  isMore: boolean
  oldest: string | null
  /** How many more there are than usual; null where nothing is usual yet. */
  change: number | null
  href: string
  coverage: NumberCoverage
  why: string | null
}

export type MorningNumbers = { data: { numbers: MorningNumber[] }; meta: { asOf: string } }

export const numberLabels = {
  'my-unconfirmed': 'My unconfirmed',
  answers: 'Answers to my requests',
  guides: 'My open guides',
  mentions: 'Mentions',
  promised: 'Promises due',
  'renewals-mine': 'Renewals failed, my buyers',
  'refunds-to-decide': 'Refunds to decide',
  'refunds-approved': 'Approved, not in a file',
  'refunds-sent': 'Sent, no reference yet',
  'double-payments': 'Double payments',
  'money-back': 'Money back, refund open',
  vouchers: 'Vouchers over 7 days',
  incidents: 'Incidents not closed',
  approvals: 'Approvals',
  proposals: 'Proposals of machines',
  'machine-calls': 'Machine calls today',
  unconfirmed: 'Unconfirmed',
  unowned: 'Nobody on it',
  'renewals-today': 'Renewals failed today',
  events: 'Events missing',
  keys: 'Keys and service',
  journal: 'Journal',
  jobs: 'Jobs that fail',
  copies: 'Copies running',
  alerts: 'Open alerts',
} as const

/** Of which days the first page shows a list. */
export const morningFilters = {
  'renewals-failed': { span: '3' },
  'double-payments': {},
  vouchers: { span: '7' },
  'money-back': { refund: 'open' },
} as const satisfies Partial<Record<ListName, ListFilter>>

/** The first page with what waits for the person, of one group alone. */
export const waitingPath = (group: WaitingGroup): string => `/?waiting=${group}`
