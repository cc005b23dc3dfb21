import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/schema'
import type { Note } from './note-of'

export type KeyRow = Omit<Tables['directory_keys'], 'id'>

// Few lengths of statements, and short ones: the embedded database keeps those it has prepared.
const piece = 64

/** Puts notes into the directory. What is there already is only marked as seen today; nothing stands there twice. */
export async function saveNotes(tx: Transaction<Tables>, merchant: string, notes: readonly Note[], day = today()): Promise<void> {
  const keys = notes.flatMap(({ buyerId, keys }) =>
    keys.map((key): KeyRow => ({ merchant, buyer_id: key.kind === 'descriptor' ? '' : buyerId, ...key, seen_on: day })),
  )
  const charges = notes.flatMap(({ buyerId, charges }) =>
    charges.map((charge) => ({ merchant, buyer_id: buyerId, ...charge, seen_on: day })),
  )
  await countNewBuyers(tx, merchant, ordered(keys.filter(({ kind }) => kind === 'buyer')))
  for (const rows of inPieces(ordered(keys))) await saveKeys(tx, rows)
  const distinct = new Map(charges.map((row) => [row.charge_id, row]))
  const sorted = [...distinct.values()].toSorted((a, b) => (a.charge_id < b.charge_id ? -1 : 1))
  for (const rows of inPieces(sorted)) await saveCharges(tx, rows)
}

export const today = (now = new Date()): string => now.toISOString().slice(0, 10)

const identity = ({ key, kind, buyer_id, thing }: KeyRow) => `${key}\n${kind}\n${buyer_id}\n${thing}`

/** Distinct, and in one order for every process: two that write the same rows then wait for each other instead of locking up. */
function ordered(rows: KeyRow[]): KeyRow[] {
  const distinct = new Map(rows.map((row) => [identity(row), row]))
  return [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function* inPieces<Row>(rows: Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += piece) yield rows.slice(from, from + piece)
}

async function countNewBuyers(tx: Transaction<Tables>, merchant: string, rows: KeyRow[]): Promise<void> {
  let buyers = 0
  for (const some of inPieces(rows)) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('directory_keys')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    buyers += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  if (buyers > 0) await addToCount(tx, merchant, buyers)
}

/** The number of buyers is kept, for counting a million at every search that finds nobody would take longer than the search. */
export async function addToCount(tx: Transaction<Tables>, merchant: string, buyers: number): Promise<void> {
  await tx
    .insertInto('directory_counts')
    .values({ merchant, buyers })
    .onConflict((conflict) =>
      conflict.column('merchant').doUpdateSet((row) => ({ buyers: row('directory_counts.buyers', '+', buyers) })),
    )
    .execute()
}

async function saveKeys(tx: Transaction<Tables>, rows: KeyRow[]): Promise<void> {
  await tx
    .insertInto('directory_keys')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'key', 'kind', 'buyer_id', 'thing'])
        .doUpdateSet((row) => ({ seen_on: row.ref('excluded.seen_on') }))
        .whereRef('directory_keys.seen_on', '<>', 'excluded.seen_on'),
    )
    .execute()
}

async function saveCharges(tx: Transaction<Tables>, rows: Tables['directory_charges'][]): Promise<void> {
  await tx
    .insertInto('directory_charges')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['merchant', 'charge_id']).doUpdateSet((row) => ({
        ...{ buyer_id: row.ref('excluded.buyer_id'), order_id: row.ref('excluded.order_id') },
        ...{ status: row.ref('excluded.status'), seen_on: row.ref('excluded.seen_on') },
        ...{ amount: row.ref('excluded.amount'), amount_given: row.ref('excluded.amount_given') },
        ...{ currency: row.ref('excluded.currency'), day: row.ref('excluded.day') },
        ...{ last_four: row.ref('excluded.last_four'), descriptor: row.ref('excluded.descriptor') },
      })),
    )
    .execute()
}
