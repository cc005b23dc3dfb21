import 'server-only'
import { sql } from 'kysely'
import type { KeyKind } from '@/lib/database/directory-tables'
import type { Database } from '@/lib/database/open'
import { isServed } from '@/lib/database/open'
import { keyOf } from '@/lib/knowledge/server/note-of'
import type { Match } from '../search-reading'
import { gramsOf, rareGrams } from './rare-grams'

export type FoundKey = { buyerId: string; kind: KeyKind; key: string; thing: string; match: Exclude<Match, 'clues'> }

type DirectoryKey = { buyer_id: string; kind: KeyKind; key: string; thing: string }

/** What many have in common says of nobody that it is them. */
export const vague: ReadonlySet<KeyKind> = new Set(['name', 'nameWord', 'card', 'descriptor'])

// Nobody knows an id by its middle: where one begins so, it is the one that was meant.
const beginsAnId = /^(?=.*\d)[0-9a-f]{6,8}(-[0-9a-f-]*)?$/
const ids: ReadonlySet<KeyKind> = new Set(['buyer', 'subscription', 'charge', 'method', 'order'])

// Beyond every letter, so that a range up to it holds whatever begins so.
const last = '\u{10ffff}'

/**
 * What bears a text: keys that are it, then those that begin with it, then those in which each of its words stands. At most `most` of
 * each, in the order of the index: to rank a million that contain it would take longer than anybody reads.
 */
export async function findKeys(store: Database, merchant: string, text: string, max: number): Promise<FoundKey[]> {
  const key = keyOf(text)
  if (key === '') return []
  const beginning = await beginningWith(store, merchant, key, max)
  const found = beginning.map((row) => ({ ...row, match: row.key === key ? ('exact' as const) : ('prefix' as const) }))
  // Whoever gives an id or an e-mail whole does not look for others of which it is a part.
  const enough =
    new Set(found.map(({ buyer_id }) => buyer_id)).size >= max ||
    found.some(({ match, kind }) => match === 'exact' && !vague.has(kind)) ||
    (beginsAnId.test(key) && found.some(({ kind }) => ids.has(kind)))
  const inside = enough ? [] : await containing(store, merchant, key, max)
  const known = new Set(found.map(nameOf))
  return [
    ...found,
    ...inside.filter((row) => !known.has(nameOf(row))).map((row) => ({ ...row, match: 'fragment' as const })),
  ].map(({ buyer_id, ...row }) => ({ buyerId: buyer_id, ...row }))
}

const ofPeople: ReadonlySet<KeyKind> = new Set(['email', 'name', 'nameWord', 'card'])

/**
 * What was found without what a part of a personal value was enough for: whoever asked for one beginning after the other would learn the
 * value, however well it's masked.
 */
export const givenWhole = (found: readonly FoundKey[]): FoundKey[] =>
  found.filter(({ kind, match }) => match === 'exact' || !ofPeople.has(kind))

const nameOf = ({ buyer_id, kind, key, thing }: DirectoryKey) => `${buyer_id} ${kind} ${thing} ${key}`

async function beginningWith(store: Database, merchant: string, key: string, max: number): Promise<DirectoryKey[]> {
  const { rows } = await sql<DirectoryKey>`select buyer_id, kind, key, thing from directory_keys
    where merchant = ${merchant} and key >= ${key} and key < ${key + last} order by merchant, key limit ${max * 2}`.execute(store)
  return rows
}

/** Keys in which every word stands somewhere. A word of fewer than three characters is looked for only beside a longer one. */
async function containing(store: Database, merchant: string, key: string, max: number): Promise<DirectoryKey[]> {
  const words = key.split(' ')
  const { grams, common, isOthers } = await rareGrams(store, merchant, words)
  if (grams.length === 0) return []
  const all = sql.join(
    words.map((word) => (isServed(store) ? sql`position(${word} in k.key) > 0` : sql`instr(k.key, ${word}) > 0`)),
    sql` and `,
  )
  if (isServed(store) && common >= worthTrying) {
    const { rows } = await sql<DirectoryKey>`select buyer_id, kind, key, thing
      from (select * from directory_keys order by id desc limit ${newestTried}) k
      where kind in ('email', 'name', 'order', 'transaction', 'descriptor')
      and k.merchant = ${merchant} and ${all} limit ${max * 2}`.execute(store)
    if (rows.length >= max) return rows
  }
  const { rows } = isServed(store)
    ? await sql<DirectoryKey>`select buyer_id, kind, key, thing from directory_keys k
        where kind in ('email', 'name', 'order', 'transaction', 'descriptor')
        and directory_grams(merchant, key) @> ${[...grams, ...(isOthers ? [`=merchant:${merchant}`] : [])]}::text[]
        and k.merchant = ${merchant} and ${all} limit ${max * 2}`.execute(store)
    : await sql<DirectoryKey>`select k.buyer_id, k.kind, k.key, k.thing from directory_fragments f
        cross join directory_keys k on k.id = f.rowid
        where directory_fragments match ${[...grams, ...(isOthers ? merchantGrams(merchant) : [])].map(quoted).join(' AND ')}
        and k.merchant = ${merchant} and ${all} limit ${max * 2}`.execute(store)
  return rows
}

/**
 * How the rows of a merchant account are marked in the embedded index; the ends tell most accounts apart. To follow the marks of an account
 * costs more than to pass over the keys of others, unless those are many.
 */
const merchantGrams = (merchant: string): string[] =>
  gramsOf(`=${merchant}=`).filter((_, at, all) => at === 0 || at === all.length - 1)

/** PostgreSQL collects all index matches first. Words that many keys share usually appear among the newest rows, so look there first. */
const worthTrying = 0.003
const newestTried = 10_000

const quoted = (gram: string) => `"${gram.replaceAll('"', '""')}"`
