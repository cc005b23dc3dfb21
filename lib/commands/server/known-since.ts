import 'server-only'
import { exactTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decrypted, decryptJson } from '@/lib/journal/crypto'
import type { Effect, EffectRow, KnownThing } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import type { QueryName } from '@/lib/operations/query-keys'
import { describeCommand } from '@/lib/operations/words'
import { setBy } from './changed-after'
import { entityOf, type Known } from './following'
import type { Action as Row } from './intent'

// What is known by now of what actions have set, where that speaks against an undo or against sending again.

type Fact = Tables['facts']
const ofTokens: QueryName = 'listTokens'
/** What an action has set and what it has left as it was, and of which thing. */
type Setting = { row: Row; effect: Effect; entity: string; rows: EffectRow[] }

/**
 * For each of these actions why an undo would do more than take it back: what is known by now of a field that it set, or that it left as it was, is
 * newer than the action, doesn't come from it, and is something else. Null where nothing is, and where nothing is known.
 */
async function changedSince(store: Database, rows: Row[]): Promise<(row: Row) => string | null> {
  const settings = rows.flatMap((row) => settingOf(row)).filter(({ effect }) => effect.undo.possible)
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

/** Both for each of these actions. */
export async function knownSince(store: Database, rows: Row[]): Promise<(row: Row) => Known> {
  const [changed, elsewhere] = [await changedSince(store, rows), await setElsewhere(store, rows)]
  return (row) => ({ changed: changed(row), elsewhere: elsewhere(row) })
}

/**
 * For each of these actions that is unconfirmed why sending it again might overwrite what somebody else has set: of what it was to set, the service has
 * shown since it was begun neither that nor what was there before. Null where nothing says so.
 */
async function setElsewhere(store: Database, rows: Row[]): Promise<(row: Row) => string | null> {
  const open = rows.filter(({ state, settled_as }) => state === 'unconfirmed' && settled_as === null)
  if (open.length === 0) return () => null
  const sealed = await sealedOf(
    store,
    open.map(({ action_id }) => action_id),
  )
  const sent = open.flatMap((row) => sentIn(row, sealed.get(row.action_id)))
  if (sent.length === 0) return () => null
  const facts = await factsAbout(store, sent)
  const reasons = new Map<string, string | null>()
  for (const each of sent) {
    const known = facts.get(placeOf(each)) ?? []
    const why = each.rows.map((row) => elsewhereIn(each, row, known)).find((one) => one !== null)
    reasons.set(each.row.action_id, why ?? null)
  }
  return ({ action_id }) => reasons.get(action_id) ?? null
}

/** What an action was to set, by field, and what was known of it when it was begun. */
type Sent = Setting & { set: Readonly<Record<string, unknown>>; before: KnownThing }

function sentIn(row: Row, sealed: string | undefined): Sent[] {
  if (sealed === undefined) return []
  const set = setBy({ operation: row.operation, sealed })
  const { known: before = {} } = decryptJson(sealed) as { known?: KnownThing }
  return settingOf(row, ({ field }) => Object.hasOwn(set, field)).map((setting) => ({ ...setting, set, before }))
}

function elsewhereIn({ row, effect, set, before }: Sent, { field, label }: EffectRow, known: Fact[]): string | null {
  const column = columnOf(field)
  const fact = known.find((each) => each.field === field)
  if (!column || fact === undefined || !isShownSince(fact, before[field], row)) return null
  const [value, was] = [fromOwnJson<unknown>(fact.value), before[field]?.value]
  if (column.same(set[field], value, effect.zone)) return null
  const isAsBefore = was != null && column.same(was, value, effect.zone)
  if (isAsBefore && !wasOtherwise(fact, before[field])) return null
  const instead = anewInstead(row)
  if (isAsBefore)
    return `“${label}” is as it was before this was sent, but the service has shown something else in between, so somebody may have set it back. Sending again might overwrite that. ${instead}`
  if (value === null)
    return `The service’s last answer doesn’t show “${label}”, so sending again might overwrite a change. Check it at the service first. ${instead}`
  const [now, then] = masked([value, was].map((each) => column.words(each, effect.zone)))
  const isNow = `“${label}” is ${now ?? 'another value'} now.`
  if (!isSure(field, before))
    return `${isNow} We don’t know what it was before this was sent, so somebody may have changed it since. Sending again might overwrite that. ${instead}`
  return `${isNow} It was ${then ?? 'another value'} before this was sent, so somebody has changed it since. Sending again would overwrite that. ${instead}`
}

/** Whether the service has shown it since the action was begun: by what that was begun on, since clocks differ and are set. */
function isShownSince(fact: Fact, before: KnownThing[string], row: Row): boolean {
  if (fact.observed_at === before?.observedAt || (fact.source === 'action' && fact.operation === row.operation)) return false
  // Only a search tells a buyer's address, which is made before (`requireSameEmail`). A token keeps the one that it was made with.
  return fact.field !== 'email' || (fact.value !== 'null' && fact.operation !== ofTokens)
}

/** Whether the service has shown something else since an action was begun, though it may show now what it did before. */
const wasOtherwise = ({ since }: Fact, before: KnownThing[string]): boolean =>
  before !== undefined && since != null && since > before.observedAt

/** The same of anything that an action was to set. */
export async function wasOtherwiseSince(store: Database, row: Row): Promise<boolean> {
  const [sent] = sentIn(row, decrypted(row.sealed) === null ? undefined : row.sealed)
  if (sent === undefined) return false
  const known = (await factsAbout(store, [sent])).get(placeOf(sent)) ?? []
  return known.some((fact) => wasOtherwise(fact, sent.before[fact.field]))
}

/** Whether it's known what there was before an action: not where only a token told the e-mail address. */
export const isSure = (field: string, { [field]: before }: KnownThing): boolean =>
  before?.value != null && !(field === 'email' && before.operation === ofTokens)

/** What somebody can do who still wants what isn't sent again: they see what there is now. */
export const anewInstead = ({ operation }: Pick<Row, 'operation'>): string =>
  `If it still has to change, use “${describeCommand(operation)}”.`

const isForeseen = ({ field, changes, expects, after }: EffectRow): boolean =>
  changes ? expects != null || field === 'email' : after !== null

function settingOf(row: Row, isWanted = isForeseen): Setting[] {
  const effect = fromOwnJson<Effect | null>(row.effect)
  if (row.buyer_id === null || row.sealed === '' || !effect) return []
  const rows = effect.rows.filter(isWanted)
  return rows.length > 0 ? [{ row, effect, entity: entityOf(row), rows }] : []
}

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
  const sent = (sealed: string) => (decryptJson(sealed) as { body?: { email?: unknown } | null }).body?.email
  return new Map([...(await sealedOf(store, ids))].map(([id, sealed]) => [id, sent(sealed)]))
}

/** What is sealed of these actions, where it wasn't erased and can still be read. */
async function sealedOf(store: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await store.selectFrom('actions').select(['action_id', 'sealed']).where('action_id', 'in', ids).execute()
  return new Map(found.flatMap(({ action_id, sealed }) => (decrypted(sealed) === null ? [] : [[action_id, sealed] as const])))
}

function reasonIn({ row, effect }: Setting, set: EffectRow, known: Fact[], emails: Map<string, unknown>): string | null {
  const column = columnOf(set.field)
  const fact = known.find(({ field }) => field === set.field)
  const value = fact === undefined ? null : fromOwnJson<unknown>(fact.value)
  if (!column || fact === undefined || !isNewer(fact, row)) return null
  if (value == null)
    return `The service’s last answer doesn’t show “${set.label}” any more, so an undo might overwrite a change.${insteadOf(effect)}`
  const words = masked(column.words(value, effect.zone))
  const expects = set.field === 'email' ? emails.get(row.action_id) : set.expects
  // An effect doesn't expect every value that it says stays as it is, but has its words.
  if (expects == null && (set.changes || words === set.after)) return null
  if (expects != null && column.same(expects, value, effect.zone)) return null
  // The service may have set something else than was sent, and reads then say so, too.
  if (effect.differences?.some(({ field, observed }) => field === set.field && observed === words)) return null
  return changedWords(effect, set, { words, at: Date.parse(fact.observed_at) })
}

/** Whether a fact says anything about what came after an action. Its own answer doesn't; another action would be a newer one on the same thing. */
function isNewer(fact: Fact, row: Row): boolean {
  if (fact.source === 'action' && fact.operation === row.operation) return false
  return Date.parse(fact.observed_at) > Date.parse((row.state === 'done' ? row.answered_at : null) ?? row.created_at)
}

function changedWords(effect: Effect, { label, after, changes }: EffectRow, now: { words: string | null; at: number }): string {
  const was = `${changes ? 'this action had set' : 'with this action it was'} ${after ?? 'another value'}`
  const known = `it’s ${now.words ?? 'another value'} now, known since ${exactTime(now.at, effect.zone)}`
  const so = changes ? 'An undo would overwrite that.' : 'An undo might have another effect now.'
  return `“${label}” has changed since: ${was}, and ${known}. ${so}${insteadOf(effect)}`
}

const insteadOf = ({ undo }: Effect) => (undo.possible ? ` If it still has to change, use “${undo.verb}”.` : '')
