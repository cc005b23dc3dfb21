import 'server-only'
import type { Transaction } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import { keepPending, type Pending } from '@/lib/knowledge/server/directory'
import type { Note } from '@/lib/knowledge/server/note-of'
import { zoneOf } from '@/lib/platform/env'
import { type Standing, type Stored, standings } from '../fold'
import { type Reading, readEvent } from '../reading'
import { noteOfEvent } from './note-of-event'

type Row = Tables['events']

/** So many events of one thing are weighed against each other. The service writes a few about each; a flood about one stays cheap. */
const maxOfThing = 300

/** A subscription or a charge of a merchant account that events are about, as their rows name it. */
export type Thing = { merchant: string; entity: string }

export const nameOf = ({ merchant, entity }: { merchant: string; entity: string | null }): string => `${merchant} ${entity}`

/** What came of weighing: whether some contradict each other, whose worth is another now, and what the one that holds tells the directory. */
export type Weighed = { differs: boolean; changed: string[]; holds: string | null; note: Note | null }

/**
 * Says of all events about each thing what they are worth, and tells the directory where a charge stands. `known` are readings of rows that were just read.
 * Returns what came of it by the thing's name.
 */
export async function weigh(
  tx: Transaction<Tables>,
  things: readonly Thing[],
  known: ReadonlyMap<string, Reading> = new Map(),
): Promise<Map<string, Weighed>> {
  const wanted = new Map(things.map((thing) => [nameOf(thing), thing]))
  const rowsOf = groupBy(await rowsAbout(tx, [...wanted.values()]), nameOf)
  const worths = new Map<Row['state'], string[]>()
  const weighed = new Map<string, Weighed>()
  const pending: Pending[] = []
  for (const [name, { merchant }] of wanted) {
    const rows = rowsOf.get(name) ?? []
    const stored = rows.flatMap((row) => asStored(row, known))
    const worth = standings(stored)
    const changed = rows.filter(({ id, state }) => (worth.get(id) ?? state) !== state)
    for (const { id, state } of changed) {
      const now = worth.get(id) ?? state
      worths.set(now, [...(worths.get(now) ?? []), id])
    }
    const holds = stored.find(({ id }) => worth.get(id) === ('taken' satisfies Standing))
    const buyerId = holds?.reading.buyer.id
    const note = holds && buyerId ? noteOfEvent(buyerId, holds.reading, holds.reading) : null
    if (holds && note) pending.push({ merchant, mark: holds.id, note })
    const differs = [...worth.values()].includes('differs')
    weighed.set(name, { differs, changed: changed.map(({ id }) => id), holds: holds?.id ?? null, note })
  }
  for (const [state, ids] of worths) await tx.updateTable('events').set({ state }).where('id', 'in', ids).execute()
  await keepPending(tx, ...pending)
  return weighed
}

/** The newest of each. */
async function rowsAbout(tx: Transaction<Tables>, things: readonly Thing[]): Promise<Row[]> {
  if (things.length === 0) return []
  const merchants = [...new Set(things.map(({ merchant }) => merchant))]
  const entities = [...new Set(things.map(({ entity }) => entity))]
  const numbered = tx
    .selectFrom('events')
    .selectAll()
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy(['merchant', 'entity']).orderBy('said_at', 'desc'))
        .as('place'),
    )
    .where('merchant', 'in', merchants)
    .where('entity', 'in', entities)
  return tx.selectFrom(numbered.as('numbered')).selectAll().where('place', '<=', maxOfThing).orderBy('place').execute()
}

function asStored({ id, key, digest, sealed, merchant }: Row, known: ReadonlyMap<string, Reading>): Stored[] {
  const reading = known.get(id) ?? readEvent(decryptJson(sealed) as string, zoneOf(merchant))
  return 'unreadable' in reading ? [] : [{ id, key, digest, reading }]
}
