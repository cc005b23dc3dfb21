import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { database, isServed } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { wakeJobs } from '@/lib/jobs/job-runner'
import { canonical, decryptJson } from '@/lib/journal/crypto'
import { breathe, keepPending, wakeIndex } from '@/lib/knowledge/server/directory'
import type { Note } from '@/lib/knowledge/server/note-of'
import { type Standing, type Stored, standings } from '../fold'
import { type Reading, readEvent } from '../reading'
import { isTestEvent } from '../test-event'
import { noteOfEvent } from './note-of-event'
import { type News, wantReads } from './pending-reads'
import { imported } from './store'

type Row = Tables['events']
type Tx = Transaction<Tables>

const atOnce = 20
/** On the embedded database nobody else in this process is served while a piece is read, and everybody who writes waits for it: it ends after so long. */
const pieceMs = 8
/** Another copy reads in pieces as small, so the lock is free again soon. */
const busyMs = 50
/** So many events of one thing are weighed against each other. The service writes a few about each; a flood about one stays cheap. */
const maxOfThing = 300

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

type Outcome = { as: keyof ReadCounts; copies: number; entity: string | null; reading?: Reading }

async function readSome(): Promise<Outcome[] | 'busy'> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    if (!(await isOnlyReader(tx))) return 'busy'
    const rows = await tx
      .selectFrom('events')
      .selectAll()
      .where('state', '=', 'received')
      .orderBy('received_at')
      .limit(atOnce)
      .execute()
    const since = performance.now()
    const outcomes: Outcome[] = []
    const things = new Map<string, { merchant: string; entity: string }>()
    for (const row of rows) {
      if (outcomes.length > 0 && performance.now() > since + pieceMs) break
      const outcome = await readOne(tx, row)
      outcomes.push(outcome)
      const { entity } = outcome
      if (entity !== null) things.set(`${row.merchant} ${entity}`, { merchant: row.merchant, entity })
    }
    const differing = new Set<string>()
    for (const [name, { merchant, entity }] of things) if ((await weigh(tx, merchant, entity)).differs) differing.add(name)
    await wantReads(
      tx,
      outcomes.flatMap(({ entity, reading }, at): News[] => {
        const { merchant = '', address_id } = rows[at] ?? {}
        const isFromService = address_id !== imported
        return reading
          ? [{ merchant, reading, isFromService: isFromService, differs: differing.has(`${merchant} ${entity}`) }]
          : []
      }),
    )
    return outcomes
  })
}

const lock = 1_013_019

/** Two copies that weigh events of one thing at once would each miss the other's. The embedded engine lets one transaction write at a time. */
export async function isOnlyReader(tx: Tx): Promise<boolean> {
  if (!isServed(tx)) return true
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(tx)
  return rows[0]?.mine === true
}

/** Writes down what an event says. `entity` is the thing that it is about, where it is one that has to be weighed. */
async function readOne(tx: Tx, row: Row): Promise<Outcome> {
  const unread = { copies: row.copies, entity: null }
  const { values, reading } = readStored(row)
  if (reading === null) {
    await change(tx, row, values)
    const isUnused = values.state === 'foreign' || values.state === 'unreadable'
    return { ...unread, as: isUnused ? values.state : 'known' }
  }
  const same = await sameAs(tx, row, values)
  if (same) {
    await addCopies(tx, row, same)
    return { ...unread, as: 'known' }
  }
  await change(tx, row, values)
  await tellDirectory(tx, row.merchant, values.key, reading)
  return { ...unread, as: 'new', entity: values.entity ?? null, reading }
}

type Verdict = { state: 'unreadable' | 'foreign'; why: string } | { state: 'test'; why: null } | ({ state: 'taken' } & Identity)
type Identity = { key: string; digest: string; entity: string | null }
type Values = Partial<Row> & Verdict

/** What an event's bytes say, in the columns of its row. `reading` is null where it tells nothing of this merchant account. */
export function readStored(
  row: Row,
): { values: Values & { state: 'taken' }; reading: Reading } | { values: Values; reading: null } {
  const text = decryptJson(row.sealed) as string
  if (isTestEvent(text)) return { values: { type: 'test', action: 'test', state: 'test', why: null }, reading: null }
  const reading = readEvent(text)
  if ('unreadable' in reading) return { values: { state: 'unreadable', why: reading.unreadable }, reading: null }
  const { type, action, buyer, saidAt, merchant } = reading
  const provider = reading.thing?.kind === 'charge' ? named(reading.thing.of.provider) : null
  const columns = { type, action, said_at: saidAt, buyer_id: buyer.id, provider }
  // Whoever has the address of one merchant account must not write into another.
  if (merchant?.toLowerCase() !== row.merchant.toLowerCase()) {
    const why = merchant === null ? 'it names no merchant account' : `it names the merchant account ${merchant}`
    return { values: { ...columns, state: 'foreign', why }, reading: null }
  }
  const identity = { ...identityOf(row.merchant, reading), entity: entityOf(reading) }
  return { values: { ...columns, ...identity, state: 'taken' }, reading }
}

/** Nothing of the service is longer, and a group of texts is counted by it. */
const named = (text: string | null): string | null => (text === null || text.length > 64 ? null : text)

/** Another event that says the same. */
export async function sameAs(tx: Tx, { merchant, id }: Row, { key, digest }: Identity): Promise<string | undefined> {
  const query = tx.selectFrom('events').select('id').where('merchant', '=', merchant).where('key', '=', key)
  return (await query.where('digest', '=', digest).where('id', '<>', id).executeTakeFirst())?.id
}

/** Lets a buyer be found by what an event says of them. */
export async function tellDirectory(tx: Tx, merchant: string, mark: string, reading: Reading): Promise<void> {
  const buyerId = reading.buyer.id
  if (buyerId !== null) await keepPending(tx, { merchant, mark, note: noteOfEvent(buyerId, reading, null) })
}

const change = async (tx: Tx, { id }: Row, values: Partial<Row>): Promise<unknown> =>
  tx.updateTable('events').set(values).where('id', '=', id).execute()

/** The same event once more, in other bytes or after it was read. */
export async function addCopies(tx: Tx, { id, copies, last_received_at }: Row, first: string): Promise<void> {
  await tx
    .updateTable('events')
    .set((old) => ({ copies: old('copies', '+', copies), last_received_at }))
    .where('id', '=', first)
    .execute()
  await tx.deleteFrom('events').where('id', '=', id).execute()
}

const entityOf = ({ thing }: Reading): string | null => thing && `${thing.kind}:${thing.of.id}`

const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')

/** The service gives events no id: those of one action on one thing at one time are the same, in whatever case they name the account. */
function identityOf(merchant: string, reading: Reading): { key: string; digest: string } {
  const digest = hashOf({ ...reading, merchant })
  const { type, action, saidAt } = reading
  return { key: hashOf([merchant, type, action, entityOf(reading), saidAt ?? digest]), digest }
}

/** What came of weighing: whether some contradict each other, whose worth is another now, and what the one that holds tells the directory. */
type Weighed = { differs: boolean; changed: string[]; note: Note | null }

/** Says of all events about a thing what each is worth, and tells the directory where a charge stands. */
export async function weigh(tx: Tx, merchant: string, entity: string): Promise<Weighed> {
  const rows = await tx
    .selectFrom('events')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('entity', '=', entity)
    .orderBy('said_at', 'desc')
    .limit(maxOfThing)
    .execute()
  const stored = rows.flatMap(asStored)
  const worth = standings(stored)
  const changed = rows.filter(({ id, state }) => (worth.get(id) ?? state) !== state)
  for (const { id, state } of changed)
    await tx
      .updateTable('events')
      .set({ state: worth.get(id) ?? state })
      .where('id', '=', id)
      .execute()
  const taken = stored.find(({ id }) => worth.get(id) === ('taken' satisfies Standing))
  const buyerId = taken?.reading.buyer.id
  const note = taken && buyerId ? noteOfEvent(buyerId, taken.reading, taken.reading) : null
  if (taken && note) await keepPending(tx, { merchant, mark: taken.id, note })
  return { differs: [...worth.values()].includes('differs'), changed: changed.map(({ id }) => id), note }
}

function asStored({ id, key, digest, sealed }: Row): Stored[] {
  const reading = readEvent(decryptJson(sealed) as string)
  return 'unreadable' in reading ? [] : [{ id, key, digest, reading }]
}
