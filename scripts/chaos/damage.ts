import type { Transaction } from 'kysely'
import type { Database } from '@/lib/server/database/open'
import { rolledBack } from '@/lib/server/database/rolled-back-for-tests'
import type { Tables } from '@/lib/server/database/schema'
import { verify } from '@/lib/server/journal/verify'
import type { Random } from './plan'

type Tx = Transaction<Tables>
type Row = Tables['journal']

/** Somewhere in the journal, but not its last entry. */
type Where = { at: Row; next: Row; last: Row; random: Random }

/** What somebody with a hand in the database may do to the journal. */
export const damages: Record<string, (tx: Tx, where: Where) => Promise<unknown>> = {
  'a flipped byte': (tx, { at, random }) => set(tx, at.seq, { detail: flipped(at.detail, random) }),
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
}

const set = (tx: Tx, seq: number, to: Partial<Row>) => tx.updateTable('journal').set(to).where('seq', '=', seq).execute()

function flipped(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  const other = text[at] === 'x' ? 'y' : 'x'
  return text.slice(0, at) + other + text.slice(at + 1)
}

/** Plants a damage at a place drawn by chance; false where the journal is too short for it. */
export async function plant(tx: Tx, damage: string, random: Random): Promise<boolean> {
  const rows = await tx.selectFrom('journal').selectAll().orderBy('seq').execute()
  const [place, last] = [Math.floor(random() * (rows.length - 1)), rows.at(-1)]
  const [at, next] = [rows[place], rows[place + 1]]
  if (!at || !next || !last) return false
  await damages[damage]?.(tx, { at, next, last, random })
  return true
}

/** Plants each damage, takes it back, and says which of them went unseen. */
export async function unseenDamage(database: Database, folder: string, random: Random): Promise<string[]> {
  const unseen: string[] = []
  for (const damage of Object.keys(damages)) {
    await rolledBack(database, async (tx) => {
      if ((await plant(tx, damage, random)) && (await verify(tx, folder)).whole)
        unseen.push(`Damage to the journal is reported: ${damage} was not`)
    })
  }
  return unseen
}
