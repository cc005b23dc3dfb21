import 'server-only'
import { exactTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import type { Difference, Effect, EffectRow } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import type { Action as Row } from './intent'

type Shown = Effect & { differences?: Difference[] }
type Fact = Tables['facts']
/** What an action has set, and of which thing. */
type Setting = { row: Row; effect: Shown; entity: string; rows: EffectRow[] }

/**
 * For each of these actions why an undo would take back what somebody else did: what is known by now of a field that it set is newer than the
 * action, doesn't come from it, and is something else. Null where nothing is, and where nothing is known.
 */
export async function changedSince(store: Database, rows: Row[]): Promise<(row: Row) => string | null> {
  const settings = rows.flatMap(settingOf)
  if (settings.length === 0) return () => null
  const facts = await factsAbout(store, settings)
  const emails = await emailsSet(store, settings)
  const reasons = new Map<string, string | null>()
  for (const setting of settings) {
    const known = facts.get(placeOf(setting)) ?? []
    const why = setting.rows.map((each) => reasonIn(setting, each, known, emails)).find((each) => each !== null)
    reasons.set(setting.row.action_id, why ?? null)
  }
  return ({ action_id }) => reasons.get(action_id) ?? null
}

function settingOf(row: Row): Setting[] {
  const effect = fromOwnJson<Shown | null>(row.effect)
  if (row.buyer_id === null || row.sealed === '' || !effect?.undo.possible) return []
  const rows = effect.rows.filter(({ field, changes, expects }) => changes && (expects != null || field === 'email'))
  return rows.length > 0 ? [{ row, effect, entity: entityOf(row), rows }] : []
}

/** The facts of a buyer themselves go without an id. */
const entityOf = ({ target }: Row) => (target.startsWith('buyer:') ? 'buyer' : target)

const placeOf = ({ row, entity }: Pick<Setting, 'row' | 'entity'>) => `${row.merchant} ${row.buyer_id} ${entity}`

async function factsAbout(store: Database, settings: Setting[]): Promise<Map<string, Fact[]>> {
  const distinct = (values: string[]) => [...new Set(values)]
  const found = await store
    .selectFrom('facts')
    .selectAll()
    .where('merchant', 'in', distinct(settings.map(({ row }) => row.merchant)))
    .where('buyer_id', 'in', distinct(settings.flatMap(({ row }) => row.buyer_id ?? [])))
    .where('entity', 'in', distinct(settings.map(({ entity }) => entity)))
    .where('field', 'in', distinct(settings.flatMap(({ rows }) => rows.map(({ field }) => field))))
    .execute()
  return groupBy(found, ({ merchant, buyer_id, entity }) => `${merchant} ${buyer_id} ${entity}`)
}

/** An e-mail address is masked in what an action shows, and lists leave out what is sealed. */
async function emailsSet(store: Database, settings: Setting[]): Promise<Map<string, unknown>> {
  const ids = settings.flatMap(({ row, rows }) => (rows.some(({ field }) => field === 'email') ? [row.action_id] : []))
  if (ids.length === 0) return new Map()
  const found = await store.selectFrom('actions').select(['action_id', 'sealed']).where('action_id', 'in', ids).execute()
  const sent = (sealed: string) => (decryptJson(sealed) as { body?: { email?: unknown } | null }).body?.email
  return new Map(found.flatMap(({ action_id, sealed }) => (sealed === '' ? [] : [[action_id, sent(sealed)] as const])))
}

function reasonIn({ row, effect }: Setting, set: EffectRow, known: Fact[], emails: Map<string, unknown>): string | null {
  const column = columnOf(set.field)
  const fact = known.find(({ field }) => field === set.field)
  const value = fact === undefined ? null : fromOwnJson<unknown>(fact.value)
  const expects = set.field === 'email' ? emails.get(row.action_id) : set.expects
  if (!column || fact === undefined || value == null || expects == null || !isNewer(fact, row)) return null
  if (set.field === 'email' ? isSameEmail(expects, value) : column.same(expects, value, effect.zone)) return null
  const words = masked(column.words(value, effect.zone))
  // The service may have set something else than was sent, and reads then say so, too.
  if (effect.differences?.some(({ field, observed }) => field === set.field && observed === words)) return null
  return changedWords(effect, set, { words, at: Date.parse(fact.observed_at) })
}

/** Whether a fact says anything about what came after an action. Its own answer doesn't; another action would be a newer one on the same thing. */
function isNewer(fact: Fact, row: Row): boolean {
  if (fact.source === 'action' && fact.operation === row.operation) return false
  return Date.parse(fact.observed_at) > Date.parse((row.state === 'done' ? row.answered_at : null) ?? row.created_at)
}

const isSameEmail = (one: unknown, other: unknown) => String(one).trim().toLowerCase() === String(other).trim().toLowerCase()

function changedWords({ undo, zone }: Effect, { label, after }: EffectRow, now: { words: string | null; at: number }): string {
  const verb = undo.possible ? undo.verb : null
  const instead = verb === null ? '' : ` If it still has to change, use “${verb}”.`
  const known = `it’s ${now.words ?? 'another value'} now, known since ${exactTime(now.at, zone)}`
  return `“${label}” has changed since: this action had set ${after ?? 'another value'}, and ${known}. An undo would overwrite that.${instead}`
}
