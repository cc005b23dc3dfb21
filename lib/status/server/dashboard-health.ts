import 'server-only'
import { type Kysely, sql } from 'kysely'
import { pendingOutcomes } from '@/lib/commands/server/unwritten-outcomes'
import { type Database, database, isServed } from '@/lib/database/open'
import { eventsHealth } from '@/lib/events/server/health'
import { copiesNow, failingJobs } from '@/lib/jobs/health'
import { journalFault } from '@/lib/journal/checkpoint-claims'
import { dataFolder, lastCheckpoint } from '@/lib/journal/checkpoints'
import { streamHealth } from '@/lib/journal/stream/place'
import { log } from '@/lib/platform/log'
import { storageEnv } from '@/lib/platform/storage-env'
import { merchantFaults } from '@/lib/service/merchant-keys'
import { requestsInFlight, requestsWaiting } from '@/lib/service/transport'
import ownPackage from '@/package.json'
import type { DashboardHealth } from '../dashboard-health'
import { countAlerts, newestAlerts, type Viewer } from './health-alerts'
import { merchantsHealth } from './merchant-health'

/**
 * How the dashboard is now, with the alerts that the viewer may see. Never rejects: what only the database knows is null while it is away.
 * Asks the service nothing.
 */
export async function dashboardHealth(viewer: Viewer = null): Promise<DashboardHealth> {
  const now = new Date()
  const stored = await fromDatabase(viewer, now).catch((cause: unknown) => {
    log.error({ err: cause }, 'health_not_read')
    return null
  })
  return {
    at: now.toISOString(),
    versions: {
      app: ownPackage.version,
      node: process.version,
      next: ownPackage.dependencies.next,
      schema: stored?.schema ?? null,
    },
    database: {
      engine: storageEnv().DATABASE_URL ? 'PostgreSQL' : 'SQLite',
      reachable: stored !== null,
      bytes: stored?.bytes ?? null,
    },
    accounts: merchantsHealth(),
    merchantFaults: merchantFaults(),
    journal: stored === null ? null : { head: stored.head, checkpoint: checkpointAt(now), fault: stored.fault },
    stream: stored?.stream ?? null,
    unconfirmed: stored?.unconfirmed ?? null,
    queue: { inFlight: requestsInFlight(), waiting: requestsWaiting(), journalPending: pendingOutcomes() },
    alerts: stored?.alerts ?? null,
    alertCounts: stored?.alertCounts ?? null,
    copies: stored?.copies ?? null,
    jobs: stored?.jobs ?? null,
    events: stored?.events ?? null,
  }
}

function checkpointAt(now: Date) {
  const last = lastCheckpoint(dataFolder())
  if (last === null) return null
  return { seq: last.seq, at: last.at, ageSeconds: Math.round((now.getTime() - Date.parse(last.at)) / 1_000) }
}

async function fromDatabase(viewer: Viewer, now: Date) {
  const store = await database()
  const [head, fault, open, contradicted, alerts, alertCounts, schema, bytes, events, copies, jobs, stream] = await Promise.all([
    store.selectFrom('journal_head').select('seq').where('id', '=', 1).executeTakeFirst(),
    journalFault(store),
    store
      .selectFrom('actions')
      .select(({ fn }) => [fn.countAll<number | string>().as('open'), fn.min('created_at').as('oldest')])
      .where('state', '=', 'unconfirmed')
      .where('settled_as', 'is', null)
      .executeTakeFirst(),
    store
      .selectFrom('actions')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('contradicted_at', 'is not', null)
      .executeTakeFirst(),
    newestAlerts(store, viewer, now),
    countAlerts(store, viewer, now),
    schemaOf(store),
    bytesOf(store),
    eventsHealth(store, now.getTime()),
    copiesNow(store, now.getTime()),
    failingJobs(store),
    streamHealth(store, now.getTime()),
  ])
  const oldest = open?.oldest ?? null
  return {
    head: head?.seq ?? 0,
    fault,
    unconfirmed: {
      open: Number(open?.open ?? 0),
      contradicted: Number(contradicted?.count ?? 0),
      oldestSeconds: oldest === null ? null : Math.round((now.getTime() - Date.parse(oldest)) / 1_000),
    },
    alerts,
    alertCounts,
    events,
    copies,
    jobs,
    stream,
    schema,
    bytes,
  }
}

/** The name of the newest migration that was made. */
async function schemaOf(store: Database): Promise<string | null> {
  const byName = store as unknown as Kysely<{ kysely_migration: { name: string } }>
  const row = await byName
    .selectFrom('kysely_migration')
    .select(({ fn }) => fn.max('name').as('name'))
    .executeTakeFirst()
  return row?.name ?? null
}

async function bytesOf(store: Database): Promise<number> {
  const size = isServed(store)
    ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number | string }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return Number((await size.execute(store)).rows[0]?.bytes ?? 0)
}
