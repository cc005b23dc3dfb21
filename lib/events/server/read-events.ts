import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import { database, isServed } from '@/lib/database/open'
import { breathe } from '@/lib/database/patience'
import type { Tables } from '@/lib/database/schema'
import { wakeJobs } from '@/lib/jobs/job-runner'
import { keepPending, type Pending, wakeIndex } from '@/lib/knowledge/server/directory'
import type { Reading } from '../reading'
import { keepLastUse } from './addresses'
import { noteOfEvent } from './note-of-event'
import { wantReads } from './pending-reads'
import { type Identity, readStored } from './read-stored'
import { imported } from './store'
import { nameOf, type Weighed, weigh } from './weigh'

type Row = Tables['events']
type Tx = Transaction<Tables>

const atOnce = 100
/** Nobody else in this process is served while events are opened and read, and on the embedded database whoever writes waits for the whole piece: it takes in no more after so long. */
const pieceMs = 4
/** Another copy reads in pieces as small, so the lock is free again soon. */
const busyMs = 50

/** What became of events that were read. A known one had come before. */
export type ReadCounts = Record<'new' | 'known' | 'foreign' | 'unreadable', number>

/** Reads all events that wait, in small transactions: a person never waits long for them. Returns how many of each kind there were. */
export async function readEvents(signal: AbortSignal): Promise<ReadCounts> {
  const counts: ReadCounts = { new: 0, known: 0, foreign: 0, unreadable: 0 }
  for (;;) {
    signal.throwIfAborted()
    const since = performance.now()
    const some = await readSome()
    if (some === 'busy') {
      await wait(busyMs)
      continue
    }
    if (some.length === 0) return counts
    for (const { as, copies } of some) {
      counts[as] += 1
      counts.known += copies - 1
    }
    wakeIndex(null)
    wakeJobs('event-reads')
    await breathe(since)
  }
}

type Outcome = { as: keyof ReadCounts; copies: number }

async function readSome(): Promise<Outcome[] | 'busy'> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    if (!(await isOnlyReader(tx))) return 'busy'
    const waiting = tx.selectFrom('events').selectAll().where('state', '=', 'received')
    return readAll(tx, await waiting.orderBy('received_at').limit(atOnce).execute())
  })
}

const lock = 1_013_019

/** Two copies that weigh events of one thing at once would each miss the other's. The embedded engine lets one transaction write at a time. */
export async function isOnlyReader(tx: Tx): Promise<boolean> {
  if (!isServed(tx)) return true
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(tx)
  return rows[0]?.mine === true
}

/** Writes down what events say: as many of them as can be opened in time. */
async function readAll(tx: Tx, rows: readonly Row[]): Promise<Outcome[]> {
  const read = opened(rows)
  const telling = read.flatMap(({ row, said: { values, reading } }) => (reading ? [{ row, values, reading }] : []))
  const same = await sameAs(tx, telling)
  const first = telling.filter(({ row }) => !same.has(row.id))
  await change(
    tx,
    // In the order in which copies that store the same bytes again go through them: two never lock up.
    read
      .toSorted((a, b) => (a.row.key < b.row.key ? -1 : 1))
      .flatMap(({ row, said }) => (same.has(row.id) ? [] : [{ ...row, ...said.values }])),
  )
  await addCopies(
    tx,
    telling.map(({ row }) => row),
    same,
  )
  await keepLastUse(
    tx,
    telling.map(({ row }) => row),
  )
  const things = first.flatMap(({ row: { merchant }, values: { entity } }) => (entity === null ? [] : [{ merchant, entity }]))
  const weighed = await weigh(tx, things, new Map(first.map(({ row, reading }) => [row.id, reading])))
  const holding = new Set([...weighed.values()].map(({ holds }) => holds))
  await tellDirectory(
    tx,
    first.filter(({ row }) => !holding.has(row.id)), // the one that holds has told it more
  )
  await wantReads(tx, first.map(newsIn(weighed)))
  return read.map(({ row, said: { values, reading } }) => {
    if (reading) return { as: same.has(row.id) ? 'known' : 'new', copies: row.copies }
    return { as: values.state === 'foreign' || values.state === 'unreadable' ? values.state : 'known', copies: row.copies }
  })
}

function opened(rows: readonly Row[]) {
  const since = performance.now()
  const read: { row: Row; said: ReturnType<typeof readStored> }[] = []
  for (const row of rows) {
    if (read.length > 0 && performance.now() > since + pieceMs) break
    read.push({ row, said: readStored(row) })
  }
  return read
}

/** An event that tells something of its merchant account. */
export type Telling = { row: Row; values: Identity; reading: Reading }

const newsIn =
  (weighed: ReadonlyMap<string, Weighed>) =>
  ({ row: { merchant, address_id }, values: { entity }, reading }: Telling) => ({
    merchant,
    reading,
    isFromService: address_id !== imported,
    differs: weighed.get(nameOf({ merchant, entity }))?.differs === true,
  })

/** Of each that says what another says, the id of that other one, which came before. */
export async function sameAs(tx: Tx, telling: readonly Pick<Telling, 'row' | 'values'>[]): Promise<Map<string, string>> {
  if (telling.length === 0) return new Map()
  const known = await tx
    .selectFrom('events')
    .select(['id', 'key', 'digest'])
    .where('merchant', 'in', [...new Set(telling.map(({ row }) => row.merchant))])
    .where('key', 'in', [...new Set(telling.map(({ values }) => values.key))]) // a key holds its merchant account
    .execute()
  const idsOf = groupBy(known, ({ key, digest }) => `${key} ${digest}`)
  const firsts = new Map<string, string>()
  const same = new Map<string, string>()
  for (const { row, values } of telling) {
    const name = `${values.key} ${values.digest}`
    const other = idsOf.get(name)?.find(({ id }) => id !== row.id)?.id ?? firsts.get(name)
    if (other === undefined) firsts.set(name, row.id)
    else same.set(row.id, other)
  }
  return same
}

/** Lets buyers be found by what events say of them. */
export async function tellDirectory(tx: Tx, telling: readonly Telling[]): Promise<void> {
  const pending = telling.flatMap(({ row: { merchant }, values, reading }): Pending[] => {
    const buyerId = reading.buyer.id
    return buyerId === null ? [] : [{ merchant, mark: values.key, note: noteOfEvent(buyerId, reading, null) }]
  })
  await keepPending(tx, ...pending)
}

/** All rows in one statement: each is there already, so only what was read of it is set. */
async function change(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        key: ref('excluded.key'),
        digest: ref('excluded.digest'),
        state: ref('excluded.state'),
        type: ref('excluded.type'),
        action: ref('excluded.action'),
        entity: ref('excluded.entity'),
        buyer_id: ref('excluded.buyer_id'),
        provider: ref('excluded.provider'),
        said_at: ref('excluded.said_at'),
        why: ref('excluded.why'),
      })),
    )
    .execute()
}

/** The same events once more, in other bytes or after they were read: they are counted with the first. */
export async function addCopies(tx: Tx, rows: readonly Row[], same: ReadonlyMap<string, string>): Promise<void> {
  const repeats = rows.filter(({ id }) => same.has(id))
  if (repeats.length === 0) return
  for (const [first, some] of groupBy(repeats, ({ id }) => same.get(id) ?? '')) {
    const copies = some.reduce((sum, each) => sum + each.copies, 0)
    const last_received_at = some
      .map((each) => each.last_received_at)
      .toSorted()
      .at(-1)
    await tx
      .updateTable('events')
      .set((old) => ({ copies: old('copies', '+', copies), last_received_at }))
      .where('id', '=', first)
      .execute()
  }
  await tx
    .deleteFrom('events')
    .where(
      'id',
      'in',
      repeats.map(({ id }) => id),
    )
    .execute()
}
