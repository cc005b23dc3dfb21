import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { dayMs } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { type Database, database } from '@/lib/database/open'
import { log } from '@/lib/platform/log'
import { addToCount, today } from './directory'
import { retentionDays } from './retention'

const everyMs = 60 * 60_000
const piece = 1_000
/** Between two pieces others get at the database. */
const pauseMs = 5

/** Forgets what is older than the setting says, where no process has done so within the hour. The journal is not touched. */
export async function purgeWhenDue(now = Date.now()): Promise<number> {
  const store = await database()
  const days = await retentionDays(store)
  if (days === null || !(await takeTurn(store, now))) return 0
  const forgotten = await purgeBefore(store, new Date(now - days * dayMs))
  if (forgotten > 0) log.info({ forgotten, days }, 'purged')
  return forgotten
}

/** True for one process an hour: the one whose update of the time of the last purge succeeds. */
async function takeTurn(store: Database, now: number): Promise<boolean> {
  const at = new Date(now).toISOString()
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('desk_settings')
    .values({ name: 'purged', value: 'null', changed_at: at })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ changed_at: at })
        .where('desk_settings.changed_at', '<', new Date(now - everyMs).toISOString()),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets what was seen last before a moment, in small pieces. Returns how many rows went. */
export async function purgeBefore(store: Database, before: Date): Promise<number> {
  const day = today(before)
  return (await purgeKeys(store, day)) + (await purgeCharges(store, day)) + (await purgeFacts(store, before.toISOString()))
}

async function purgeKeys(store: Database, day: string): Promise<number> {
  let forgotten = 0
  let after = 0
  for (;;) {
    const rows = await store
      .selectFrom('directory_keys')
      .select(['id', 'seen_on'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(piece)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return forgotten
    after = last.id
    const old = rows.filter(({ seen_on }) => seen_on < day).map(({ id }) => id)
    if (old.length > 0) forgotten += await deleteKeys(store, old, day)
    await wait(pauseMs)
  }
}

/** The day is checked again as the rows are deleted: one that was seen again meanwhile stays. */
const deleteKeys = (store: Database, ids: number[], day: string): Promise<number> =>
  store.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('directory_keys')
      .where('id', 'in', ids)
      .where('seen_on', '<', day)
      .returning(['merchant', 'kind'])
      .execute()
    const buyers = gone.filter(({ kind }) => kind === 'buyer').map(({ merchant }) => merchant)
    for (const [merchant, some] of groupBy(buyers, (each) => each)) await addToCount(tx, merchant, -some.length)
    return gone.length
  })

async function purgeCharges(store: Database, day: string): Promise<number> {
  let forgotten = 0
  let after = { merchant: '', charge_id: '' }
  for (;;) {
    const rows = await store
      .selectFrom('directory_charges')
      .select(['merchant', 'charge_id', 'seen_on'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('merchant', 'charge_id'), '>', tuple(after.merchant, after.charge_id)))
      .orderBy('merchant')
      .orderBy('charge_id')
      .limit(piece)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return forgotten
    after = last
    for (const merchant of new Set(rows.map((row) => row.merchant))) {
      const old = rows.filter((row) => row.merchant === merchant && row.seen_on < day).map(({ charge_id }) => charge_id)
      if (old.length === 0) continue
      const { numDeletedRows } = await store
        .deleteFrom('directory_charges')
        .where('merchant', '=', merchant)
        .where('charge_id', 'in', old)
        .where('seen_on', '<', day)
        .executeTakeFirstOrThrow()
      forgotten += Number(numDeletedRows)
    }
    await wait(pauseMs)
  }
}

/** Facts go buyer by buyer, and the buyer's version grows: what somebody was shown is no longer what is known. */
async function purgeFacts(store: Database, before: string): Promise<number> {
  let forgotten = 0
  let after = { merchant: '', buyer_id: '' }
  for (;;) {
    const buyers = await store
      .selectFrom('known_versions')
      .select(['merchant', 'buyer_id'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('merchant', 'buyer_id'), '>', tuple(after.merchant, after.buyer_id)))
      .orderBy('merchant')
      .orderBy('buyer_id')
      .limit(piece / 10)
      .execute()
    const last = buyers.at(-1)
    if (last === undefined) return forgotten
    after = last
    for (const merchant of new Set(buyers.map((row) => row.merchant)))
      forgotten += await purgeFactsOf(
        store,
        merchant,
        buyers.filter((row) => row.merchant === merchant).map(({ buyer_id }) => buyer_id),
        before,
      )
    await wait(pauseMs)
  }
}

const purgeFactsOf = (store: Database, merchant: string, buyers: string[], before: string): Promise<number> =>
  store.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('facts')
      .where('merchant', '=', merchant)
      .where('buyer_id', 'in', buyers)
      .where('observed_at', '<', before)
      .returning('buyer_id')
      .execute()
    await tx
      .deleteFrom('directory_subscriptions')
      .where('merchant', '=', merchant)
      .where('buyer_id', 'in', buyers)
      .where('seen_at', '<', before)
      .execute()
    const changed = [...new Set(gone.map(({ buyer_id }) => buyer_id))]
    if (changed.length > 0)
      await tx
        .updateTable('known_versions')
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('merchant', '=', merchant)
        .where('buyer_id', 'in', changed)
        .execute()
    return gone.length
  })
