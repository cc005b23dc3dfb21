import type { MerchantColour } from '@/lib/core/merchant-colour'

/**
 * An alert for managers: who came to the end of which limit, or what a rule found. Of a rule's, `href` leads to the rows that it counted in the
 * merchant account, and `closedBy` is null until somebody has closed it.
 */
export type Alert = {
  seq: number
  at: string
  person: string
  words: string
  merchant: string
  href: string | null
  closedBy: string | null
}

/** So many of them Status lists. */
export const maxAlerts = 20

/** A copy of the dashboard. One that isn't alive has ended within the hour without saying so. */
type Copy = { name: string; version: string; startedAt: string; seenAt: string; alive: boolean }

/** Background work that failed and hasn't succeeded since; `why` is the name of the error. */
type FailingJob = { name: string; times: number; why: string; since: string; last: string }

type Since = { code: string; name: string; since: string }[]

/** How the dashboard is at a moment. Times are ISO in UTC, ages in seconds; null is what only the database knows while it is away. */
export type DashboardHealth = {
  at: string
  versions: { app: string; node: string; next: string; schema: string | null }
  database: { engine: 'SQLite' | 'PostgreSQL'; reachable: boolean; bytes: number | null }
  accounts: MerchantHealth[]
  /** What is wrong with the file of merchant accounts since it was last read; the accounts from before go on. */
  merchantFaults: string[]
  /** `fault` says why the journal cannot be relied on, as far as that is seen without walking it. */
  journal: { head: number; checkpoint: { seq: number; at: string; ageSeconds: number } | null; fault: string | null } | null
  /** How far behind the journal is where it's sent as well; null where it isn't. `why` is a code or a status. */
  stream: { seq: number; waiting: number; lagSeconds: number; failing: { since: string; why: string } | null } | null
  unconfirmed: { open: number; contradicted: number; oldestSeconds: number | null } | null
  /** Of this copy: requests to the service under way and waiting, and outcomes that wait for the database. */
  queue: { inFlight: number; waiting: number; journalPending: number }
  /** The newest of the last 24 hours, and of those of rules that nobody has closed. */
  alerts: Alert[] | null
  /** How many of rules nobody has closed, and how many limits people reached within 24 hours: all of them, not only the newest. */
  alertCounts: { open: number; limits: number } | null
  copies: Copy[] | null
  jobs: FailingJob[] | null
  /** Accounts that have sent no event for longer than usual; how old the oldest is that nobody read; what was refused within a day. */
  events: { quiet: Since; missing: Since; lagSeconds: number; refusedDay: number } | null
}

/** What an admin sees of a merchant account. No key but the end of the public one; times are ISO in UTC. */
export type MerchantHealth = {
  code: string
  name: string
  publicKeyEnd: string
  colour: MerchantColour | null
  /** Roles and people who may use it; null for everybody. */
  openTo: string[] | null
  serviceHost: string
  serviceId: string
  source: string
  dateFormat: string
  timeZone: string
  fallbackBuyerIp: string | null
  keys: { refusedAt: string | null; acceptedAt: string | null; clockDifference: number | null }
  answering: boolean
  reads: { name: string; summary: string; on: boolean }[]
}
