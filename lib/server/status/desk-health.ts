import 'server-only'
import { type Kysely, sql } from 'kysely'
import type { Alert, DeskHealth } from '@/lib/desk-health'
import ownPackage from '@/package.json'
import { isServed } from '../database/is-served'
import { type Database, database } from '../database/open'
import { accountsHealth } from '../desk/account-health'
import { lastCheckpoint } from '../journal/checkpoints'
import { pendingOutcomes } from '../journal/spill'
import { standsAlone } from '../journal/standing-alone'
import { log } from '../log'
import { merchantFaults } from '../merchant-keys'
import { requestsInFlight, requestsWaiting } from '../service/transport'

const dayMs = 86_400_000
const mostAlerts = 20

/** How the desk is now. Never rejects: what the database would have to say is null while it is away. Asks the service nothing. */
export async function deskHealth(now = new Date()): Promise<DeskHealth> {
  const told = await fromDatabase(now).catch((cause: unknown) => {
    log.error({ err: cause }, 'health_not_read')
    return null
  })
  return {
    at: now.toISOString(),
    versions: {
      ...{ app: ownPackage.version, node: process.version, next: ownPackage.dependencies.next },
      schema: told?.schema ?? null,
    },
    database: {
      engine: process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite',
      ...{ reachable: told !== null, bytes: told?.bytes ?? null },
    },
    accounts: accountsHealth(),
    merchantFaults: merchantFaults(),
    journal: told === null ? null : { head: told.head, checkpoint: checkpointAt(now) },
    unconfirmed: told?.unconfirmed ?? null,
    queue: { inFlight: requestsInFlight(), waiting: requestsWaiting(), journalPending: pendingOutcomes() },
    alerts: told?.alerts ?? null,
  }
}

function checkpointAt(now: Date) {
  const last = lastCheckpoint(process.env.DATA_DIR || '.data')
  if (last === null) return null
  return { seq: last.seq, at: last.at, ageSeconds: Math.round((now.getTime() - Date.parse(last.at)) / 1_000) }
}

async function fromDatabase(now: Date) {
  const store = await database()
  const [head, open, alerts, schema, bytes] = await Promise.all([
    store.selectFrom('journal_head').select('seq').where('id', '=', 1).executeTakeFirst(),
    store
      .selectFrom('actions')
      .select(({ fn }) => [fn.countAll<number | string>().as('open'), fn.min('created_at').as('oldest')])
      .where('state', '=', 'unconfirmed')
      .where('settled_as', 'is', null)
      .executeTakeFirst(),
    newestAlerts(store, new Date(now.getTime() - dayMs)),
    schemaOf(store),
    bytesOf(store),
  ])
  const oldest = open?.oldest ?? null
  return {
    head: head?.seq ?? 0,
    unconfirmed: {
      open: Number(open?.open ?? 0),
      oldestSeconds: oldest === null ? null : Math.round((now.getTime() - Date.parse(oldest)) / 1_000),
    },
    ...{ alerts, schema, bytes },
  }
}

/** What managers are to know of, newest first. Beyond the newest thousands of entries nobody looks. */
async function newestAlerts(store: Database, since: Date): Promise<Alert[]> {
  const rows = await store
    .selectFrom('journal')
    .select(['seq', 'at', 'person', 'detail'])
    .where(standsAlone) // an alert does, and only who says so is led by the index
    .where('kind', '=', 'alert')
    .where('at', '>=', since.toISOString())
    .orderBy('seq', 'desc')
    .limit(mostAlerts)
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, words: (JSON.parse(detail) as { words: string }).words }))
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
