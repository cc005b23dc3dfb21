import 'server-only'
import { sql, type Transaction } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { keyOf } from '@/lib/knowledge/server/note-of'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { describeCommand } from '@/lib/operations/words'
import { env } from '@/lib/platform/env'
import { idOfTarget } from './commands'
import type { IncidentTableRow, RowOfIncident } from './store'

type Store = Database | Transaction<Tables>
type Row = Pick<RowOfIncident, 'n' | 'target' | 'given_buyer'>

/** Whose a row's target is, or why nobody can say. */
export type Resolved = { buyerId: string } | { why: 'not-found' | 'other-account' | 'two-buyers'; buyerId: string | null }

/**
 * Looks targets up in the directory. Nothing is guessed: what nobody knows isn't found, and what two have is in doubt. Of several the one counts
 * for whom the service itself listed it: anybody who knows the address of events can name another.
 */
export async function resolveBuyers(store: Store, merchant: string, rows: readonly Row[]): Promise<(row: Row) => Resolved> {
  const ids = rows.flatMap(({ target }) => (target.startsWith('subscription:') ? [keyOf(idOfTarget(target))] : []))
  const known = ids.length === 0 ? [] : await ownersOf(store, ids)
  const byKey = groupBy(known, ({ key }) => key)
  const listed = await listedFor(store, merchant, known)
  return ({ target, given_buyer: given }) => {
    if (target.startsWith('token:')) return given === null ? { why: 'not-found', buyerId: null } : { buyerId: given }
    const all = byKey.get(keyOf(idOfTarget(target))) ?? []
    const named = [...new Set(all.filter((row) => row.merchant === merchant).map(({ buyer_id }) => buyer_id))]
    const sure = named.filter((buyerId) => listed.has(`${buyerId} ${target}`))
    const here = sure.length > 0 ? sure : named
    const [first] = here
    if (here.length > 1 || (given !== null && first !== undefined && first !== given))
      return { why: 'two-buyers', buyerId: given }
    const buyerId = first ?? given
    if (buyerId !== null && (first !== undefined || all.length === 0)) return { buyerId }
    return { why: all.length > 0 ? 'other-account' : 'not-found', buyerId: null }
  }
}

const ownersOf = (store: Store, keys: readonly string[]) =>
  store
    .selectFrom('directory_keys')
    .select(['merchant', 'key', 'buyer_id'])
    .where(
      'merchant',
      'in',
      env().merchants.map(({ code }) => code), // the index begins with the account
    )
    .where('kind', '=', 'subscription')
    .where('key', 'in', [...new Set(keys)])
    .execute()

/** Of subscriptions for which the directory names several buyers, those for whom the service has listed it, or taken a command on it. */
async function listedFor(store: Store, merchant: string, known: readonly { merchant: string; key: string; buyer_id: string }[]) {
  const here = groupBy(
    known.filter((row) => row.merchant === merchant),
    ({ key }) => key,
  )
  const several = [...here].filter(([, rows]) => new Set(rows.map(({ buyer_id }) => buyer_id)).size > 1)
  if (several.length === 0) return new Set<string>()
  const facts = await store
    .selectFrom('facts')
    .select(['buyer_id', 'entity'])
    .distinct()
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', [...new Set(several.flatMap(([, rows]) => rows.map(({ buyer_id }) => buyer_id)))])
    .where('entity', 'like', 'subscription:%')
    .where('source', 'in', ['read', 'action'])
    .execute()
  return new Set(facts.map(({ buyer_id, entity }) => `${buyer_id} ${entity}`))
}

/**
 * Which of these rows another line makes needless, or contradicts: of a subscription that is given with its buyer and without, the one without
 * is given twice; with two buyers, nobody can say whose it is, and one of the two may be the one the directory knows.
 */
export async function doubledRows(
  store: Store,
  incident: string,
  rows: readonly Row[],
  resolvedOf: (n: number) => Resolved | undefined,
): Promise<Map<number, 'twice' | 'two-buyers'>> {
  const others = sql`select 1 from incident_rows as other where other.target = r.target and other.incident = r.incident`
  const twice = sql<number>`case when exists (${others} and other.n < r.n
      and (other.given_buyer = r.given_buyer or (other.given_buyer is null and r.given_buyer is null)))
    or (r.given_buyer is null and exists (${others} and other.given_buyer is not null)) then 1 else 0 end`
  const otherBuyer = sql<string | null>`(select min(other.given_buyer) from incident_rows as other
    where other.target = r.target and other.incident = r.incident)`
  const contradicted = sql<number>`case when r.target like 'subscription:%' and r.given_buyer is not null
    and exists (${others} and other.given_buyer <> r.given_buyer) then 1 else 0 end`
  const found = await store
    .selectFrom('incident_rows as r')
    .select(['n', 'given_buyer', twice.as('twice'), contradicted.as('contradicted'), otherBuyer.as('other_buyer')])
    .where('incident', '=', incident)
    .where('n', '>=', rows[0]?.n ?? 0)
    .where('n', '<=', rows.at(-1)?.n ?? 0)
    .execute()
  const doubled = new Map<number, 'twice' | 'two-buyers'>()
  for (const { n, given_buyer, twice, contradicted, other_buyer } of found) {
    const buyerId = resolvedOf(n)?.buyerId ?? null
    const isOthers = given_buyer === null && other_buyer !== null && buyerId !== null && buyerId !== other_buyer
    if (contradicted === 1 || isOthers) doubled.set(n, 'two-buyers')
    else if (twice === 1) doubled.set(n, 'twice')
  }
  return doubled
}

/** What is known of buyers, by buyer, then by thing and field: as `knownThings` of each, in one read. */
export async function thingsOf(
  store: Store,
  merchant: string,
  buyerIds: readonly string[],
): Promise<Map<string, Map<string, KnownThing>>> {
  const found = new Map<string, Map<string, KnownThing>>()
  if (buyerIds.length === 0) return found
  const facts = await store
    .selectFrom('facts')
    .select(['buyer_id', 'entity', 'field', 'value', 'observed_at', 'source', 'operation', 'person'])
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', [...new Set(buyerIds)])
    .where('field', 'not in', ['statusInfo', 'listedSubscriptions', 'paymentMethods'])
    .where('entity', '<>', 'answer')
    .execute()
  for (const { buyer_id, entity, field, value, observed_at, ...witness } of facts) {
    const things = found.get(buyer_id) ?? new Map<string, KnownThing>()
    found.set(buyer_id, things)
    things.set(entity, { ...things.get(entity), [field]: { ...witness, value: fromOwnJson(value), observedAt: observed_at } })
  }
  return found
}

/** `since`: what was read afterwards answers it. */
export type Doubt = { why: 'under-way' | 'unsettled' | 'other-incident' | 'open-elsewhere'; words: string; since?: string }

const presentMs = 24_000

/** What else is being done to these targets: an action nobody has settled, another incident, a colleague's open dialog. */
export async function doubtsAbout(
  store: Store,
  incident: Pick<IncidentTableRow, 'id' | 'merchant' | 'planned_account'>,
  rows: readonly { target: string; buyerId: string }[],
): Promise<(row: { target: string; buyerId: string }) => Doubt | null> {
  if (rows.length === 0) return () => null
  const targets = [...new Set(rows.map(({ target }) => target))]
  const actions = await unsettledOn(store, incident.merchant, rows)
  const others = await elsewhere(store, incident, targets)
  const open = await openBy(store, incident, [...new Set(rows.map(({ buyerId }) => buyerId))])
  return ({ target, buyerId }) => {
    const action = actions.get(target)
    if (action) {
      const words = `${describeCommand(action.operation, fromOwnJson(action.request))} by ${action.person}`
      if (action.settled_as !== null || action.holder === null) {
        const as = action.settled_as === null ? 'is unconfirmed' : 'was settled as done'
        return { why: 'unsettled', words: `${words} ${as}, and nobody has looked since`, since: action.created_at }
      }
      return action.state === 'sent' ? { why: 'under-way', words } : { why: 'unsettled', words: `${words} is unconfirmed` }
    }
    const other = others.get(target)
    if (other !== undefined) return { why: 'other-incident', words: `Also in the incident “${other}”` }
    const colleague = open.get(buyerId)
    return colleague === undefined ? null : { why: 'open-elsewhere', words: `${colleague} has a dialog open on this buyer` }
  }
}

/** By target: the action that holds it, or the newest that has let go of it since, be it for one that came to nothing. */
async function unsettledOn(store: Store, merchant: string, rows: readonly { target: string; buyerId: string }[]) {
  const found = await store
    .selectFrom('actions')
    .leftJoin('targets as held', (join) => join.onRef('held.action_id', '=', 'actions.action_id'))
    .select(['actions.target', 'actions.operation', 'actions.request', 'actions.person', 'actions.state'])
    .select(['actions.settled_as', 'actions.created_at', 'held.action_id as holder'])
    .where('actions.merchant', '=', merchant)
    .where('actions.buyer_id', 'in', [...new Set(rows.map(({ buyerId }) => buyerId))])
    .where('actions.state', 'in', ['sent', 'unconfirmed'])
    .where((is) => is.or([is('actions.settled_as', 'is', null), is('actions.settled_as', '=', 'happened')]))
    .orderBy('actions.created_at')
    .execute()
  const holdersLast = found.toSorted((a, b) => Number(a.holder !== null) - Number(b.holder !== null))
  return new Map(holdersLast.map((row) => [row.target, row]))
}

async function elsewhere(store: Store, { id, merchant }: Pick<IncidentTableRow, 'id' | 'merchant'>, targets: readonly string[]) {
  const found = await store
    .selectFrom('incident_rows')
    .innerJoin('incidents', 'incidents.id', 'incident_rows.incident')
    .select(['incident_rows.target', 'incidents.reason'])
    .where('incident_rows.target', 'in', targets)
    .where('incident_rows.state', '=', 'ready')
    .where('incidents.id', '<>', id)
    .where('incidents.merchant', '=', merchant)
    .where('incidents.state', 'in', ['waiting', 'approved', 'pilot', 'look', 'running', 'paused'])
    .execute()
  return new Map(found.map(({ target, reason }) => [target, reason]))
}

async function openBy(
  store: Store,
  { merchant, planned_account }: Pick<IncidentTableRow, 'merchant' | 'planned_account'>,
  buyerIds: readonly string[],
) {
  const found = await store
    .selectFrom('presence')
    .innerJoin('accounts', 'accounts.id', 'presence.account_id')
    .select(['presence.buyer_id', 'accounts.name'])
    .where('presence.merchant', '=', merchant)
    .where('presence.buyer_id', 'in', buyerIds)
    .where('presence.account_id', '<>', planned_account)
    .where('presence.verb', 'is not', null)
    .where('presence.seen_at', '>', new Date(Date.now() - presentMs).toISOString())
    .execute()
  return new Map(found.map(({ buyer_id, name }) => [buyer_id, name]))
}
