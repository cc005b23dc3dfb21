import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { database, isServed } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { wakeJobs } from '@/lib/jobs/job-runner'
import { canonical, decryptJson } from '@/lib/journal/crypto'
import { keepPending, wakeIndex } from '@/lib/knowledge/server/directory'
import { type Standing, type Stored, standings } from '../fold'
import { type Reading, readEvent } from '../reading'
import { noteOfEvent } from './note-of-event'
import { imported } from './store'
import { type News, wantReads } from './wanted-reads'

type Row = Tables['events']
type Tx = Transaction<Tables>

const atOnce = 100
/** Another copy reads in pieces as small, and is soon done with one. */
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
    const outcomes: Outcome[] = []
    const things = new Map<string, { merchant: string; entity: string }>()
    for (const row of rows) {
      const outcome = await readOne(tx, row)
      outcomes.push(outcome)
      const { entity } = outcome
      if (entity !== null) things.set(`${row.merchant} ${entity}`, { merchant: row.merchant, entity })
    }
    const differing = new Set<string>()
    for (const [name, { merchant, entity }] of things) if (await weigh(tx, merchant, entity)) differing.add(name)
    await wantReads(
      tx,
      outcomes.flatMap(({ entity, reading }, at): News[] => {
        const { merchant = '', address_id } = rows[at] ?? {}
        const isTold = address_id !== imported
        return reading ? [{ merchant, reading, isTold, differs: differing.has(`${merchant} ${entity}`) }] : []
      }),
    )
    return outcomes
  })
}

const lock = 1_013_019

/** Two copies that weigh events of one thing at once would each miss the other's. The embedded engine lets one transaction write at a time. */
async function isOnlyReader(tx: Tx): Promise<boolean> {
  if (!isServed(tx)) return true
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(tx)
  return rows[0]?.mine === true
}

/** Writes down what an event says. `entity` is the thing that it is about, where it is one that has to be weighed. */
async function readOne(tx: Tx, row: Row): Promise<Outcome> {
  const told = { copies: row.copies, entity: null }
  const reading = readEvent(decryptJson(row.sealed) as string)
  if ('unreadable' in reading) {
    await change(tx, row, { state: 'unreadable', why: reading.unreadable })
    return { ...told, as: 'unreadable' }
  }
  const { type, action, buyer, saidAt } = reading
  const said = { type, action, said_at: saidAt, buyer_id: buyer.id }
  // Whoever has the address of one merchant account must not write into another.
  if (reading.merchant?.toLowerCase() !== row.merchant.toLowerCase()) {
    const why = reading.merchant === null ? 'it names no merchant account' : `it names the merchant account ${reading.merchant}`
    await change(tx, row, { ...said, state: 'foreign', why })
    return { ...told, as: 'foreign' }
  }
  const { key, digest } = identityOf(row.merchant, reading)
  const same = await tx
    .selectFrom('events')
    .select('id')
    .where('merchant', '=', row.merchant)
    .where('key', '=', key)
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (same) {
    await addCopies(tx, row, same.id)
    return { ...told, as: 'known' }
  }
  const entity = entityOf(reading)
  await change(tx, row, { ...said, key, digest, entity, state: 'taken' })
  if (buyer.id !== null) await keepPending(tx, { merchant: row.merchant, mark: key, note: noteOfEvent(buyer.id, reading, null) })
  return { ...told, as: 'new', entity, reading }
}

const change = async (tx: Tx, { id }: Row, values: Partial<Row>): Promise<unknown> =>
  tx.updateTable('events').set(values).where('id', '=', id).execute()

/** The same event once more, in other bytes or after it was read. */
async function addCopies(tx: Tx, { id, copies, last_received_at }: Row, first: string): Promise<void> {
  await tx
    .updateTable('events')
    .set((old) => ({ copies: old('copies', '+', copies), last_received_at }))
    .where('id', '=', first)
    .execute()
  await tx.deleteFrom('events').where('id', '=', id).execute()
}

const entityOf = ({ thing }: Reading): string | null => thing && `${thing.kind}:${thing.of.id}`

const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')

/** The service gives events no id: those of one action on one thing at one time are the same. */
function identityOf(merchant: string, reading: Reading): { key: string; digest: string } {
  const digest = hashOf(reading)
  const { type, action, saidAt } = reading
  return { key: hashOf([merchant, type, action, entityOf(reading), saidAt ?? digest]), digest }
}

/** Says of all events about a thing what each is worth, and tells the directory where a charge stands. True where some contradict each other. */
async function weigh(tx: Tx, merchant: string, entity: string): Promise<boolean> {
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
  for (const { id, state } of rows) {
    const standing = worth.get(id) ?? state
    if (standing !== state) await tx.updateTable('events').set({ state: standing }).where('id', '=', id).execute()
  }
  const taken = stored.find(({ id }) => worth.get(id) === ('taken' satisfies Standing))
  const buyerId = taken?.reading.buyer.id
  if (taken && buyerId)
    await keepPending(tx, { merchant, mark: taken.id, note: noteOfEvent(buyerId, taken.reading, taken.reading) })
  return [...worth.values()].includes('differs')
}

function asStored({ id, key, digest, sealed }: Row): Stored[] {
  const reading = readEvent(decryptJson(sealed) as string)
  return 'unreadable' in reading ? [] : [{ id, key, digest, reading }]
}
