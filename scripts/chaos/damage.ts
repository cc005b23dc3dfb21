import type { Transaction } from 'kysely'
import type { RowFault } from '@/lib/core/verdict'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { waitForTurn } from '@/lib/journal/chain'
import { byName, type Edited, edits, keys, otherEdits, type Row, type Table } from './edits'
import { type Plan, type Random, shuffled } from './plan'

type Tx = Transaction<Tables>
type Entry = Tables['journal']

/** Somewhere in the journal, but not its last entry. */
type Where = { at: Entry; next: Entry; last: Entry; random: Random }

/** What somebody with a hand in the database may do to the journal. */
export const damages: Record<string, (tx: Tx, where: Where) => Promise<unknown>> = {
  'a flipped byte': (tx, { at, random }) => set(tx, at.seq, { detail: flipped(at.detail, random) }),
  'another person': (tx, { at }) => set(tx, at.seq, { person: `${at.person} Jr` }),
  'a deleted row': (tx, { at }) => tx.deleteFrom('journal').where('seq', '=', at.seq).execute(),
  'a swapped row': async (tx, { at: { seq, ...one }, next: { seq: nextSeq, ...other } }) => {
    await set(tx, seq, other)
    await set(tx, nextSeq, one)
  },
  'an inserted row': (tx, { at, last }) =>
    tx
      .insertInto('journal')
      .values({ ...at, seq: last.seq + 1 })
      .execute(),
  'a cut tail': (tx, { at }) => tx.deleteFrom('journal').where('seq', '>', at.seq).execute(),
  'a cut tail with its head moved back': async (tx, { at }) => {
    await tx.deleteFrom('journal').where('seq', '>', at.seq).execute()
    await tx.updateTable('journal_head').set({ seq: at.seq, hash: at.hash }).where('id', '=', 1).execute()
  },
  'a head signed with another key': (tx, { last }) =>
    tx.updateTable('journal_head').set({ signature: last.hash }).where('id', '=', 1).execute(),
}

const set = (tx: Tx, seq: number, to: Partial<Entry>) => tx.updateTable('journal').set(to).where('seq', '=', seq).execute()

function flipped(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  const other = text[at] === 'x' ? 'y' : 'x'
  return text.slice(0, at) + other + text.slice(at + 1)
}

/** Plants a damage at a place drawn by chance, and says which row must be named; null where there is nothing that it could be done to. */
async function plant(tx: Tx, damage: string, random: Random): Promise<Edited | 'an entry' | null> {
  const edit = edits[damage] ?? otherEdits[damage]
  if (edit) return edit(tx, random)
  const rows = await tx.selectFrom('journal').selectAll().orderBy('seq').execute()
  const [place, last] = [Math.floor(random() * (rows.length - 1)), rows.at(-1)]
  const [at, next] = [rows[place], rows[place + 1]]
  if (!at || !next || !last) return null
  await damages[damage]?.(tx, { at, next, last, random })
  return 'an entry'
}

/** Two damages of the journal, one of what people act on and one of what they keep beside it, other ones in each seed. */
export function damagesOf({ seed, random }: Pick<Plan, 'seed' | 'random'>): (string | string[])[] {
  const all = [Object.keys(damages), Object.keys(damages).toReversed(), Object.keys(edits)]
  const one = new Set(all.map((names) => names[seed % names.length] ?? ''))
  return [...one, shuffled(random('edits'), Object.keys(otherEdits))]
}

/** Says whether the journal is found to be whole, and what was said. */
export type Verified = () => Promise<{ whole: boolean; output: string; rows?: readonly RowFault[] }>

/**
 * Plants some of the damages, one after the other, has the journal verified and puts everything back. Of several names in one place the first
 * is planted that can be. Says which went unseen.
 */
export async function unseenDamage(
  database: Database,
  names: readonly (string | readonly string[])[],
  random: Random,
  verified: Verified,
): Promise<string[]> {
  const unseen: string[] = []
  for (const alternatives of names) {
    const before = await alone(database, snapshot)
    const planted = await alone(database, (tx) => plantFirst(tx, [alternatives].flat(), random))
    if (!planted) continue
    const { damage, row } = planted
    const { whole, output, rows = [] } = await verified().finally(() => alone(database, (tx) => putBack(tx, before)))
    if (whole) unseen.push(`Damage to the record is reported: ${damage} was not, it said ${output}`)
    else if (row !== 'an entry' && !rows.some(({ table, id }) => table === row.table && id === row.id))
      unseen.push(`Damage to the record is reported: ${damage} was, but not as ${row.table} ${row.id}, it said ${output}`)
  }
  return unseen
}

async function plantFirst(tx: Tx, names: readonly string[], random: Random) {
  for (const damage of names) {
    const row = await plant(tx, damage, random)
    if (row !== null) return { damage, row }
  }
  return null
}

type Snapshot = {
  head: Tables['journal_head']
  journal: Entry[]
  rows: Record<string, Row[]>
  alerts: string[]
}

/** Changes or reads the record while nobody else can write an entry. */
const alone = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction().execute(async (tx) => {
    await waitForTurn(tx)
    return work(tx)
  })

async function snapshot(tx: Tx): Promise<Snapshot> {
  const rows: Snapshot['rows'] = {}
  for (const table of Object.keys(keys) as Table[]) rows[table] = await byName(tx).selectFrom(table).selectAll().execute()
  const journal = await tx.selectFrom('journal').selectAll().execute()
  const alerts = (await tx.selectFrom('alerts').select('id').execute()).map(({ id }) => id)
  return { head: await tx.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow(), journal, rows, alerts }
}

async function putBack(tx: Tx, { head, journal, rows, alerts }: Snapshot): Promise<void> {
  await tx.deleteFrom('journal').execute()
  for (let from = 0; from < journal.length; from += 40)
    await tx
      .insertInto('journal')
      .values(journal.slice(from, from + 40))
      .execute()
  // What others refer to is changed back, and taken out nowhere.
  for (const table of Object.keys(keys) as Table[])
    for (const row of rows[table] ?? [])
      await byName(tx)
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.columns([...keys[table]]).doUpdateSet(row))
        .execute()
  // A copy may have raised one meanwhile, whose entry has just gone.
  await tx
    .deleteFrom('alerts')
    .where('id', 'not in', ['', ...alerts])
    .execute()
  await tx.updateTable('journal_head').set(head).where('id', '=', 1).execute()
}
