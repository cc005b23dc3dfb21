import type { Transaction } from 'kysely'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { waitForTurn } from '@/lib/journal/chain'
import { chosen, type Random } from './plan'

type Tx = Transaction<Tables>
type Row = Tables['journal']

/** Somewhere in the journal, but not its last entry. */
type Where = { at: Row; next: Row; last: Row; random: Random }

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

/** What a hand may do to a row that people see; false where there is none. */
type Edit = (tx: Tx, random: Random) => Promise<boolean>

const one = async <T>(random: Random, rows: Promise<T[]>): Promise<T | null> => {
  const found = await rows
  return found.length === 0 ? null : chosen(random, found)
}

/** Edits of the tables that people see, each of which the journal tells otherwise. */
export const edits: Record<string, Edit> = {
  'an action said to be done': async (tx, random) => {
    // The database itself refuses a second one that follows the same action.
    const none = tx
      .selectFrom('actions')
      .select('action_id')
      .where('state', 'in', ['refused', 'not-sent'])
      .where('follows', 'is', null)
    const row = await one(random, none.execute())
    if (row) await tx.updateTable('actions').set({ state: 'done' }).where('action_id', '=', row.action_id).execute()
    return row !== null
  },
  'an action said to be refused': async (tx, random) => {
    const row = await one(random, tx.selectFrom('actions').select('action_id').where('state', '=', 'done').execute())
    if (row) await tx.updateTable('actions').set({ state: 'refused' }).where('action_id', '=', row.action_id).execute()
    return row !== null
  },
  'another person of an action': async (tx, random) => {
    const row = await one(random, tx.selectFrom('actions').select('action_id').execute())
    if (row) await tx.updateTable('actions').set({ person: 'Nobody' }).where('action_id', '=', row.action_id).execute()
    return row !== null
  },
  'an action taken out': async (tx, random) => {
    const row = await one(random, tx.selectFrom('actions').select('action_id').execute())
    if (row) await tx.deleteFrom('actions').where('action_id', '=', row.action_id).execute()
    return row !== null
  },
  'an approval given': async (tx, random) => {
    const row = await one(random, tx.selectFrom('approvals').select('id').where('state', 'in', ['waiting', 'voided']).execute())
    if (row) await tx.updateTable('approvals').set({ state: 'approved', decided_by: 'Nobody' }).where('id', '=', row.id).execute()
    return row !== null
  },
  'an approval taken out': async (tx, random) => {
    const row = await one(random, tx.selectFrom('approvals').select('id').execute())
    if (row) await tx.deleteFrom('approvals').where('id', '=', row.id).execute()
    return row !== null
  },
  'another amount of a refund': async (tx, random) => {
    const row = await one(random, tx.selectFrom('refunds').select(['id', 'amount']).execute())
    if (row)
      await tx
        .updateTable('refunds')
        .set({ amount: `9${row.amount}` })
        .where('id', '=', row.id)
        .execute()
    return row !== null
  },
  'a refund said to be done': async (tx, random) => {
    const row = await one(random, tx.selectFrom('refunds').select('id').where('state', '!=', 'done').execute())
    if (row) await tx.updateTable('refunds').set({ state: 'done' }).where('id', '=', row.id).execute()
    return row !== null
  },
  'an approval rule taken out': async (tx, random) => {
    const row = await one(random, tx.selectFrom('approval_rules').select('id').execute())
    if (row) await tx.deleteFrom('approval_rules').where('id', '=', row.id).execute()
    return row !== null
  },
  'a weaker approval rule': async (tx, random) => {
    const row = await one(random, tx.selectFrom('approval_rules').select('id').execute())
    if (row) await tx.updateTable('approval_rules').set({ threshold: 9_999 }).where('id', '=', row.id).execute()
    return row !== null
  },
  'another person of an approval': async (tx, random) => {
    const row = await one(random, tx.selectFrom('approvals').select('id').execute())
    if (row) await tx.updateTable('approvals').set({ person: 'Nobody' }).where('id', '=', row.id).execute()
    return row !== null
  },
}

const set = (tx: Tx, seq: number, to: Partial<Row>) => tx.updateTable('journal').set(to).where('seq', '=', seq).execute()

function flipped(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  const other = text[at] === 'x' ? 'y' : 'x'
  return text.slice(0, at) + other + text.slice(at + 1)
}

/** Plants a damage at a place drawn by chance; false where there is nothing that it could be done to. */
async function plant(tx: Tx, damage: string, random: Random): Promise<boolean> {
  const edit = edits[damage]
  if (edit) return edit(tx, random)
  const rows = await tx.selectFrom('journal').selectAll().orderBy('seq').execute()
  const [place, last] = [Math.floor(random() * (rows.length - 1)), rows.at(-1)]
  const [at, next] = [rows[place], rows[place + 1]]
  if (!at || !next || !last) return false
  await damages[damage]?.(tx, { at, next, last, random })
  return true
}

/** Says whether the journal is found to be whole, and what was said. */
export type Verified = () => Promise<{ whole: boolean; output: string }>

/** Plants some of the damages, one after the other, has the journal verified and puts everything back. Says which went unseen. */
export async function unseenDamage(
  database: Database,
  names: readonly string[],
  random: Random,
  verified: Verified,
): Promise<string[]> {
  const unseen: string[] = []
  for (const damage of names) {
    const before = await alone(database, snapshot)
    if (!(await alone(database, (tx) => plant(tx, damage, random)))) continue
    const { whole, output } = await verified().finally(() => alone(database, (tx) => putBack(tx, before)))
    if (whole) unseen.push(`Damage to the record is reported: ${damage} was not, it said ${output}`)
  }
  return unseen
}

const edited = { actions: 'action_id', approvals: 'id', refunds: 'id', approval_rules: 'id' } as const
type Snapshot = {
  head: Tables['journal_head']
  journal: Row[]
  rows: Record<string, Record<string, unknown>[]>
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
  for (const table of Object.keys(edited) as (keyof typeof edited)[])
    rows[table] = await tx.selectFrom(table).selectAll().execute()
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
  for (const [table, key] of Object.entries(edited) as [keyof typeof edited, 'id'][])
    for (const row of rows[table] ?? [])
      await tx
        .insertInto(table)
        .values(row as never)
        .onConflict((conflict) => conflict.column(key).doUpdateSet(row))
        .execute()
  // A copy may have raised one meanwhile, whose entry has just gone.
  await tx
    .deleteFrom('alerts')
    .where('id', 'not in', ['', ...alerts])
    .execute()
  await tx.updateTable('journal_head').set(head).where('id', '=', 1).execute()
}
