import 'server-only'
import { sql, type Transaction } from 'kysely'
import { fromOwnJson, isObject } from '@/lib/core/json'
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
  /** Of an outcome that's written late, when it was known: whatever was seen since is newer. */
  knownAt?: Date
}

// A fact that is read again is written only after this time: to write its age at every read would flush the disk each time. What an action sets is
// written at once, for a read that was asked for before must not count as newer.
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
  const at = observedAt(witness)
  const mayLagMs = witness.source === 'action' ? -1 : ageMayLagMs
  const { version, rows } = known ?? (await knownNow(witness, store))
  const latest = latestFacts(facts).map(({ entity, field, value }) => ({
    entity,
    field,
    value: JSON.stringify(value ?? null),
    before: rows.get(`${entity} ${field}`),
  }))
  const changed = latest.filter(({ value, before }) => value !== before?.value)
  const aged = latest.filter(
    ({ value, before }) => value === before?.value && at.getTime() - Date.parse(before.observed_at) > mayLagMs,
  )
  if (changed.length === 0 && aged.length === 0) return version
  const write = (tx: Transaction<Tables>) => save(tx, [...changed, ...aged], witness, changed.length > 0)
  return within ? write(within) : store.transaction().execute(write)
}

const observedAt = ({ askedAt, at = new Date() }: Witness): Date => askedAt ?? at

/** An answer may say the same thing twice; one row cannot be written twice by one statement. */
const latestFacts = (facts: readonly Fact[]) => [...new Map(facts.map((fact) => [`${fact.entity} ${fact.field}`, fact])).values()]

async function save(
  tx: Transaction<Tables>,
  facts: { entity: string; field: string; value: string }[],
  witness: Witness,
  grows: boolean,
): Promise<number> {
  const { merchant, buyerId, source, operation, person } = witness
  // The version's row is locked first, so that two writers about one buyer wait for each other here.
  const { rows: versions } = await growVersion(tx, { merchant, buyer_id: buyerId, by: grows ? 1 : 0 })
  const rows = facts.map(({ entity, field, value }) => ({
    merchant,
    buyer_id: buyerId,
    entity,
    field,
    value,
    observed_at: observedAt(witness).toISOString(),
    source,
    operation,
    person,
  }))
  for (let from = 0; from < rows.length; from += maxRowsAtOnce)
    await saveRows(tx, rows.slice(from, from + maxRowsAtOnce), witness)
  return versions[0]?.version ?? 0
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

type Times = Pick<Witness, 'askedAt' | 'knownAt'>

/** Writes facts as given, but for those of which newer is known (`Witness`); within one call no fact may appear twice. */
export async function saveRows(tx: Transaction<Tables>, rows: Tables['facts'][], times: Times = {}): Promise<void> {
  const saved = await tx
    .insertInto('facts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'buyer_id', 'entity', 'field'])
        .doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          observed_at: row.ref('excluded.observed_at'),
          source: row.ref('excluded.source'),
          operation: row.ref('excluded.operation'),
          person: row.ref('excluded.person'),
        }))
        .where(isOlder(times)),
    )
    .returningAll()
    .execute()
  await saveSubscriptions(tx, saved)
}

function isOlder({ askedAt, knownAt }: Times) {
  if (knownAt) return sql<boolean>`facts.observed_at <= ${knownAt.toISOString()}`
  const at = askedAt?.toISOString()
  if (at) return sql<boolean>`facts.observed_at < ${at} or (facts.observed_at = ${at} and facts.source <> 'action')`
  return sql<boolean>`1 = 1`
}

type SubscriptionRow = Tables['directory_subscriptions']

const subscriptionPrefix = 'subscription:'
const subscriptionsAtOnce = 64

/** Keeps what facts say of subscriptions in one row each as well, because a list across buyers can't be made of single fields. */
async function saveSubscriptions(tx: Transaction<Tables>, facts: readonly Tables['facts'][]): Promise<void> {
  const known = new Map<string, Partial<SubscriptionRow>>()
  for (const { merchant, buyer_id, entity, field, value, observed_at: seen_at } of facts) {
    if (!entity.startsWith(subscriptionPrefix)) continue
    const columns = subscriptionColumns(field, fromOwnJson(value))
    if (columns === null) continue
    const key = `${merchant} ${buyer_id} ${entity}`
    const subscription_id = entity.slice(subscriptionPrefix.length)
    known.set(key, { ...known.get(key), merchant, buyer_id, subscription_id, seen_at, ...columns })
  }
  // One statement sets one choice of columns: what an answer leaves out stays as it is known.
  const alike = new Map<string, SubscriptionRow[]>()
  for (const row of known.values()) {
    const names = Object.keys(row).sort().join(' ')
    alike.set(names, [...(alike.get(names) ?? []), { ...nothingKnown, ...row } as SubscriptionRow])
  }
  for (const [names, rows] of alike)
    for (let from = 0; from < rows.length; from += subscriptionsAtOnce)
      await tx
        .insertInto('directory_subscriptions')
        .values(rows.slice(from, from + subscriptionsAtOnce))
        .onConflict((conflict) =>
          conflict
            .columns(['merchant', 'buyer_id', 'subscription_id'])
            .doUpdateSet((row) =>
              Object.fromEntries(names.split(' ').map((name) => [name, row.ref(`excluded.${name as keyof SubscriptionRow}`)])),
            ),
        )
        .execute()
}

const nothingKnown = { status: '', autocharge: null, ends_at: '', product: '', status_at: '', status_why: '' }

function subscriptionColumns(field: string, value: unknown): Partial<SubscriptionRow> | null {
  switch (field) {
    case 'status':
      return { status: textOf(value) }
    case 'autoChargeStatus':
      return { autocharge: typeof value === 'boolean' ? Number(value) : null }
    case 'endDate':
      return { ends_at: timeOf(value) }
    case 'product':
      return { product: isObject(value) ? textOf(value.name) || textOf(value.code) : '' }
    case 'statusInfo': {
      const changes = Array.isArray(value) ? value.filter(isObject) : []
      const newest = changes.toSorted((a, b) => timeOf(a.createdAt).localeCompare(timeOf(b.createdAt))).at(-1)
      return { status_at: timeOf(newest?.createdAt), status_why: textOf(newest?.reason) }
    }
    default:
      return null
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 500) : '')

/** In UTC, so that times compare as texts; a day without a time is taken at noon, when it's the same day almost everywhere. */
function timeOf(value: unknown): string {
  const text = textOf(value)
  if (!/^[1-9]\d{3}-\d{2}-\d{2}/.test(text)) return ''
  const moment = Date.parse(/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text.slice(0, 10)}T12:00:00Z`)
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString()
}
