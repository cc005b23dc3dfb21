import 'server-only'
import { sql, type Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { FactSource, Tables } from '@/lib/database/schema'
import type { Fact } from '@/lib/operations/effects/facts'

export type KnownFact = Fact & { observedAt: string; source: FactSource; operation: string | null; person: string | null }
/** Who or what says it. */
export type Witness = {
  merchant: string
  buyerId: string
  source: FactSource
  operation: string | null
  person: string | null
  at?: Date
  /** Of a read, when it was asked for: it's as old as that, and whatever was learnt since is newer than its answer. */
  askedAt?: Date
  /** Of a read, the newest time among what was known of the buyer when it was asked for (`newestIn`). Clocks differ and are set, so it tells what was learnt since. */
  upTo?: string
  /** Of an outcome that's written late, when it was known: whatever was seen since is newer. */
  knownAt?: Date
}

// A fact that is read again is written only after this time: to write its age at every read would flush the disk each time. What an action sets is
// written at once, for a read that was asked for before must not count as newer; and so is what is read once an action was begun, for that
// one's answer is compared with what was seen meanwhile.
const ageMayLagMs = 60_000

/** An integer that grows whenever a fact of the buyer changes; 0 for a buyer nobody has asked about. */
export async function knownVersion(merchant: string, buyerId: string, store?: Database): Promise<number> {
  const { rows } = await versionOf(store ?? (await database()), { merchant, buyerId })
  return rows[0]?.version ?? 0
}

type OfBuyer = { merchant: string; buyerId: string }

const versionOf = prepared((store, { merchant, buyerId }: OfBuyer) =>
  store.selectFrom('known_versions').select('version').where('merchant', '=', merchant).where('buyer_id', '=', buyerId),
)

const factsOfBuyer = prepared((store, { merchant, buyerId }: OfBuyer) =>
  store
    .selectFrom('facts')
    .select(['entity', 'field', 'value', 'observed_at', 'source', 'operation', 'person'])
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId),
)

const factsOfThing = prepared((store, { merchant, buyerId, entity }: OfBuyer & { entity: string }) =>
  store
    .selectFrom('facts')
    .select(['entity', 'field', 'value', 'observed_at', 'source', 'operation', 'person'])
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('entity', '=', entity),
)

/** What is known of a buyer, or of one thing of theirs. Times are ISO in UTC. */
export async function factsOf(merchant: string, buyerId: string, entity?: string, store?: Database): Promise<KnownFact[]> {
  const from = store ?? (await database())
  const { rows } =
    entity === undefined
      ? await factsOfBuyer(from, { merchant, buyerId })
      : await factsOfThing(from, { merchant, buyerId, entity })
  return rows.map(({ value, observed_at, ...rest }) => ({ ...rest, value: fromOwnJson(value), observedAt: observed_at }))
}

type Row = { entity: string; field: string; value: string; observed_at: string; source: FactSource; operation: string | null }
/** Everything known of a buyer, by entity and field, and the version at which it was that. Values are still JSON. */
export type Known = { version: number; rows: ReadonlyMap<string, Row> }

/** What is known of a buyer now. The version is read first: whatever changes in between shows as a newer one. */
export async function knownNow({ merchant, buyerId }: OfBuyer, store: Database): Promise<Known> {
  const version = await knownVersion(merchant, buyerId, store)
  const { rows } = await factsOfBuyer(store, { merchant, buyerId })
  return { version, rows: new Map(rows.map((row) => [`${row.entity} ${row.field}`, row])) }
}

/** What was read ahead, unless the buyer's version has changed since; then what is known now. */
export async function stillKnown(ahead: Known | null, of: OfBuyer, store: Database): Promise<Known> {
  return ahead?.version === (await knownVersion(of.merchant, of.buyerId, store)) ? ahead : knownNow(of, store)
}

/** Takes facts in and returns the buyer's version. What is already known costs no write. */
export async function saveFacts(
  facts: readonly Fact[],
  witness: Witness,
  within?: Transaction<Tables>,
  known?: Known,
): Promise<number> {
  const store = within ?? (await database())
  const { version, rows } = known ?? (await knownNow(witness, store))
  const at = observedAt(witness, rows)
  const latest = latestFacts(facts).map(({ entity, field, value }) => ({
    entity,
    field,
    value: JSON.stringify(value ?? null),
    before: rows.get(`${entity} ${field}`),
  }))
  const changed = latest.filter(({ value, before }) => value !== before?.value)
  const same = latest.flatMap((fact) =>
    fact.before && fact.value === fact.before.value ? [{ ...fact, seen: fact.before.observed_at }] : [],
  )
  const mayLagMs = await agesMayLagMs(store, witness, same)
  const aged = same.filter(({ seen }) => at.getTime() - Date.parse(seen) > mayLagMs)
  if (changed.length === 0 && aged.length === 0) return version
  const write = (tx: Transaction<Tables>) => save(tx, [...changed, ...aged], { ...witness, at }, changed.length > 0)
  return within ? write(within) : store.transaction().execute(write)
}

async function agesMayLagMs(store: Database, { source, ...of }: Witness, same: readonly { seen: string }[]): Promise<number> {
  if (source === 'action') return -1
  const since = same.map(({ seen }) => seen).toSorted()[0]
  if (since === undefined) return ageMayLagMs
  const { rows } = await begunSince(store, { ...of, since })
  return rows.length > 0 ? 0 : ageMayLagMs
}

const begunSince = prepared((store, { merchant, buyerId, since }: OfBuyer & { since: string }) =>
  store
    .selectFrom('actions')
    .select('action_id')
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('created_at', '>', since)
    .limit(1),
)

/** The newest time among what is known of a buyer; empty where nothing is. */
export const newestIn = (rows: Known['rows']): string =>
  [...rows.values()].reduce((newest, { observed_at }) => (observed_at > newest ? observed_at : newest), '')

/** Later than all that was known before, whatever the clocks say. */
function observedAt({ askedAt, at, upTo }: Witness, rows: Known['rows']): Date {
  const said = askedAt ?? at
  const floor = said === undefined ? newestIn(rows) : (upTo ?? '')
  return new Date(Math.max((said ?? new Date()).getTime(), floor === '' ? 0 : Date.parse(floor) + 1))
}

/** An answer may say the same thing twice; one row cannot be written twice by one statement. */
const latestFacts = (facts: readonly Fact[]) => [...new Map(facts.map((fact) => [`${fact.entity} ${fact.field}`, fact])).values()]

async function save(
  tx: Transaction<Tables>,
  facts: { entity: string; field: string; value: string }[],
  witness: Witness & { at: Date },
  mayGrow: boolean,
): Promise<number> {
  const { merchant, buyerId, source, operation, person, askedAt, knownAt, at } = witness
  const version = await lockFacts(tx, { merchant, buyerId }, mayGrow ? 1 : 0)
  const observed_at = at.toISOString()
  const by = { observed_at, source, operation, person }
  const told = facts.map(({ entity, field, value }) => ({ merchant, buyer_id: buyerId, entity, field, value, ...by }))
  const known = askedAt ? (await knownNow(witness, tx)).rows : null
  const rows = known === null ? told : told.flatMap((row) => asReadNow(row, known.get(nameOf(row)), witness.upTo))
  for (let from = 0; from < rows.length; from += maxRowsAtOnce)
    await saveRows(tx, rows.slice(from, from + maxRowsAtOnce), knownAt)
  const grew = known === null ? mayGrow : rows.some((row) => row.value !== known.get(nameOf(row))?.value)
  return grew === mayGrow ? version : lockFacts(tx, { merchant, buyerId }, grew ? 1 : -1)
}

const nameOf = ({ entity, field }: { entity: string; field: string }) => `${entity} ${field}`

/**
 * What is written of what a read tells, beside what is known now: nothing where that was learnt since the read was asked for. Where an action's answer
 * has told something else meanwhile, or another read of the same thing, either may be the newer, so nothing is known until the next read.
 */
function asReadNow(row: Tables['facts'], now: Row | undefined, upTo: string | undefined): Tables['facts'][] {
  const isCompared = upTo !== undefined && row.entity.includes(':')
  if (now === undefined || !isLearntSince(now, isCompared ? { upTo } : { askedAt: row.observed_at })) return [row]
  const isUnsure = now.value !== row.value && now.value !== 'null' && (isCompared || now.source === 'action')
  const { observed_at } = now.observed_at > row.observed_at ? now : row
  return isUnsure ? [{ ...row, value: 'null', observed_at, told: eitherOfTwo }] : []
}

const eitherOfTwo = '' // so that whatever is read next isn't what it was all along

const isLearntSince = ({ observed_at, source }: Row, since: { upTo: string } | { askedAt: string }): boolean =>
  'upTo' in since
    ? observed_at > since.upTo
    : observed_at > since.askedAt || (observed_at === since.askedAt && source === 'action')

/** Keeps every other writer of facts about a buyer waiting until the transaction ends, and returns the version, grown by `by`. */
export async function lockFacts(tx: Transaction<Tables>, { merchant, buyerId }: OfBuyer, by = 0): Promise<number> {
  const { rows } = await growVersion(tx, { merchant, buyer_id: buyerId, by })
  return rows[0]?.version ?? 0
}

const growVersion = prepared((store, { by, ...buyer }: { merchant: string; buyer_id: string; by: number }) =>
  store
    .insertInto('known_versions')
    .values({ ...buyer, version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['merchant', 'buyer_id']).doUpdateSet((row) => ({ version: row('known_versions.version', '+', by) })),
    )
    .returning('version'),
)

// Both engines limit how many values one statement may bring.
const maxRowsAtOnce = 1_000

/** Writes facts as given; of an outcome that's written late, those of which nothing was seen since it was known. Within one call no fact may appear twice. */
export async function saveRows(tx: Transaction<Tables>, rows: Tables['facts'][], knownAt?: Date): Promise<void> {
  if (rows.length === 0) return
  const saved = await tx
    .insertInto('facts')
    .values(rows.map((row) => ({ ...row, since: row.observed_at, told: row.told ?? null })))
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'buyer_id', 'entity', 'field'])
        .doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          observed_at: row.ref('excluded.observed_at'),
          since: sql<string>`case when excluded.value in ('null', coalesce(facts.told, facts.value)) then facts.since else excluded.observed_at end`,
          told: sql<string>`case when excluded.value = 'null' then coalesce(excluded.told, facts.told, facts.value) end`,
          source: row.ref('excluded.source'),
          operation: row.ref('excluded.operation'),
          person: row.ref('excluded.person'),
        }))
        .where(sql<boolean>`facts.observed_at <= ${knownAt?.toISOString() ?? endOfTime}`),
    )
    .returningAll()
    .execute()
  if (!saved.some(({ entity }) => entity.startsWith('subscription:'))) return
  const { saveSubscriptions } = await import('./subscription-rows') // most reads tell nothing new of one
  await saveSubscriptions(tx, saved)
}

const endOfTime = '9999'
