import type { DashboardHealth, MerchantHealth } from './dashboard-health'

/** A merchant account whose service answers. */
export const merchantLike = (changes: Partial<MerchantHealth> = {}): MerchantHealth => ({
  ...{ code: 'northwind', name: 'Northwind', publicKeyEnd: '1', colour: null, openTo: null, serviceHost: 'api.example.test' },
  ...{ serviceId: 's', source: 'shop', dateFormat: 'Y', timeZone: 'UTC', fallbackBuyerIp: null, answering: true, reads: [] },
  keys: { refusedAt: null, acceptedAt: '2026-11-23T08:00:00.000Z', clockDifference: 1 },
  ...changes,
})
export const copyLike = { name: 'one:1', version: '1', startedAt: '', seenAt: '', alive: true }

/** A dashboard with which everything is fine. */
export const healthLike = (changes: Partial<DashboardHealth> = {}): DashboardHealth => ({
  at: '2026-11-23T08:41:00.000Z',
  versions: { app: '1', node: '22', next: '16', schema: '025' },
  database: { engine: 'SQLite', reachable: true, bytes: 1 },
  accounts: [merchantLike()],
  merchantFaults: [],
  journal: { head: 1, checkpoint: null, fault: null },
  stream: null,
  unconfirmed: { open: 0, contradicted: 0, oldestSeconds: null },
  queue: { inFlight: 3, waiting: 2, journalPending: 0 },
  alerts: [],
  alertCounts: { open: 0, limits: 0 },
  copies: [copyLike],
  jobs: [],
  events: { quiet: [], missing: [], lagSeconds: 0, refusedDay: 0 },
  ...changes,
})
