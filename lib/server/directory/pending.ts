import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { groupBy } from '@/lib/group-by'
import { type Database, database } from '../database/open'
import type { Tables } from '../database/schema'
import { log } from '../log'
import { once } from '../once'
import type { Note } from './note-of'
import { saveNotes, today } from './save'

// An answer's note is written with its facts, in the same transaction, and brought into the directory after the answer has been sent:
// a person never waits for an index, and a process that is killed in between loses nothing.

export type Pending = { merchant: string; note: Note; mark: string }

/** What tells an answer, to the question it was given to, from every other of the same day. */
export const markOf = (merchant: string, questionAndAnswer: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([merchant, today(), questionAndAnswer]))
    .digest('base64')

/** Whether this process has brought the very same into the directory today. */
export const isIndexed = (mark: string): boolean => indexed().has(mark)

const indexed = () => once('directory-indexed', () => new Set<string>())
const mostRemembered = 20_000

export async function keepPending(tx: Transaction<Tables>, { merchant, note }: Pending): Promise<void> {
  const id = `${new Date().toISOString()} ${randomUUID()}` // they are taken in the order in which they came
  const rows = inPieces(note).map((each, number) => ({
    ...{ id: `${id} ${number}`, merchant, buyer_id: note.buyerId },
    ...{ note: JSON.stringify(each), tries: 0 },
  }))
  await tx.insertInto('directory_pending').values(rows).execute()
}

const piece = 200

/** A long history goes in bit by bit, so that nobody waits long for the database in between. */
function inPieces({ buyerId, keys, charges }: Note): Note[] {
  const count = Math.max(1, Math.ceil(keys.length / piece), Math.ceil(charges.length / piece))
  return Array.from({ length: count }, (_, number) => {
    const part = <T>(all: T[]) => all.slice(number * piece, (number + 1) * piece)
    return { buyerId, keys: part(keys), charges: part(charges) }
  })
}

/** Lets the directory catch up in the background. `kept` is what has been committed just now. */
export function wakeIndex(kept: Pending | null): void {
  if (kept !== null) {
    if (indexed().size >= mostRemembered) indexed().clear()
    indexed().add(kept.mark)
  }
  const state = once('directory-waker', () => ({ awake: false }))
  if (state.awake) return
  state.awake = true
  setImmediate(() => {
    state.awake = false
    indexPending().catch((cause: unknown) => log.error({ err: cause }, 'directory_behind'))
  })
}

const atOnce = 4

/** Brings into the directory whatever waits. Several processes may do so at once: each row is taken by one. Returns how many rows went in. */
export async function indexPending(): Promise<number> {
  let done = 0
  for (;;) {
    const taken = await indexSome(atOnce).catch(() => indexOneByOne())
    done += taken
    if (taken === 0) return done
  }
}

async function indexSome(most: number): Promise<number> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    const waiting = await waitingRows(tx, most)
    if (waiting.length === 0) return 0
    // Whoever deletes a row has it; another process that wanted the same one waits here and then finds it gone.
    const rows = await tx
      .deleteFrom('directory_pending')
      .where(
        'id',
        'in',
        waiting.map(({ id }) => id),
      )
      .returning(['merchant', 'note'])
      .execute()
    const notes = rows.map((row) => ({ merchant: row.merchant, note: JSON.parse(row.note) as Note }))
    for (const [merchant, some] of groupBy(notes, (each) => each.merchant))
      await saveNotes(
        tx,
        merchant,
        some.map(({ note }) => note),
      )
    return waiting.length
  })
}

/** Those that failed before come last. */
const waitingRows = (store: Database | Transaction<Tables>, most: number) =>
  store.selectFrom('directory_pending').select(['id', 'tries']).orderBy('tries').orderBy('id').limit(most).execute()

/** One that cannot be written keeps nobody else waiting; it is tried again behind the others, and the log says so. */
async function indexOneByOne(): Promise<number> {
  try {
    return await indexSome(1)
  } catch (cause) {
    const store = await database()
    for (const { id, tries } of await waitingRows(store, 1))
      await store
        .updateTable('directory_pending')
        .set({ tries: tries + 1 })
        .where('id', '=', id)
        .execute()
    throw cause
  }
}
