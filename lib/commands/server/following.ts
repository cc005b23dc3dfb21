import 'server-only'
import { exactTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import type { RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Effect, EffectRow } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { serviceClock } from '@/lib/service/account-state'
import type { Action, Possible } from '../action'
import type { Action as Row } from './intent'
import { mayHaveHappened, type Standing } from './target'

type Follower = Pick<Row, 'action_id' | 'undoes' | 'person' | 'state' | 'settled_as'>

/** What came after an action: what undoes it or sends it again, and whether it was the last that was applied to the same thing. */
export type Later = { follower: Follower | null; standing: Standing }

/**
 * Whether an action can be undone now: once, in time, if its answer was as predicted, and if nothing newer was done to the same thing, by a
 * command or, as `changed` says, by whatever else.
 */
export function undoStatus(
  row: Row,
  effect: Effect | null,
  { follower, standing, changed }: Later & { changed: string | null },
): Action['undo'] {
  const no = (why: string): Possible => ({ possible: false, why })
  if (row.state !== 'done' && !(row.state === 'unconfirmed' && row.settled_as === 'happened'))
    return no('We don’t know whether this action was applied.')
  if (row.sealed === '') return no('The buyer’s data has been erased.')
  if (follower?.undoes === row.action_id) return no(undoneBy(follower))
  if (!effect) return no('We don’t know what this action changed.')
  if (!effect.undo.possible) return no(effect.undo.why)
  if (standing === 'overtaken' || follower !== null) return no('Another action has changed this since, or may have.')
  if (standing === 'last-but-open')
    return no('An earlier action on this is unconfirmed, and may be applied after this one. Settle that one first.')
  if (changed !== null) return no(changed)
  if (row.state !== 'done' && (row.settled_how === 'checked' || row.settled_how === 'event') && isSwitch(effect))
    return no(`We saw that it’s so, but not who did it. If it has to change back, use “${effect.undo.verb}”.`)
  const { verb, until, note } = effect.undo
  if (until !== null && Date.parse(until) < Date.now()) return no('The time to undo this has passed.')
  return { possible: true, warning: note, verb, until }
}

/** Of a switch a look shows which way it stands, whoever turned it; a date or an address that somebody else sets alike is another matter. */
const isSwitch = ({ rows }: Effect): boolean => rows.some(({ changes, expects }) => changes && typeof expects === 'boolean')

/** Why what an action has set may not hold any more, where it isn't that it was undone; null where nothing says so. */
export function changedSinceDone({ action_id }: Row, { follower, standing, changed }: Later & { changed: string | null }) {
  if (follower?.undoes === action_id) return null
  if (standing === 'overtaken') return 'Another action has changed this since, or may have.'
  if (standing === 'last-but-open') return 'An earlier action on this is unconfirmed, and may be applied after this one.'
  return changed === null ? null : 'This has been changed elsewhere since, or may have been.'
}

function undoneBy({ person, state, settled_as }: Follower): string {
  if (state === 'sent') return `${person} is undoing this action.`
  if (state === 'unconfirmed' && settled_as === null)
    return `${person} has undone this action, but we don’t know whether that was applied. Settle it first.`
  return 'This action has already been undone.'
}

/**
 * Whether an unconfirmed action may be sent again by a person, and what they must know (contract: no idempotency keys, service-facts 2.16).
 * `command` is what was sent, null where another version knew it.
 */
export function resendStatus(row: Row, command: RuledCommand | null, { follower, standing }: Later): Possible {
  if (follower !== null && follower.undoes === null)
    return { possible: false, why: `${follower.person} has already sent it again.` }
  if (row.state !== 'unconfirmed' || row.settled_as !== null) return { possible: false, why: 'We already know the outcome.' }
  if (standing === 'overtaken')
    return { possible: false, why: 'Another action has changed this since, or may have. Sending again would reverse that.' }
  if (command === null) return { possible: false, why: 'This version of Counterfoil doesn’t have this command.' }
  const why = neverAgain(row, command)
  if (why !== null) return { possible: false, why }
  switch (command.operation.repeat) {
    case 'sets':
      return { possible: true, warning: null }
    case 'ambiguous':
      return {
        possible: true,
        warning:
          'If the service answers “in use”, the first attempt may have worked. Check whether this buyer now has the address.',
      }
    case 'makes':
      return { possible: true, warning: 'The first one may already exist. Sending again may create a second.' }
    case 'acts':
      return { possible: true, warning: 'Sending again may be refused, or may apply twice.' }
  }
}

/** Why it must not be sent again, by its own rules. */
function neverAgain({ request, merchant, created_at }: Row, { rules }: RuledCommand): string | null {
  const { body } = fromOwnJson<{ body: unknown }>(request)
  const sent = { now: Date.parse(created_at), clock: serviceClock(merchantByCode(merchant)) }
  return rules.neverAgain(body as Record<string, unknown>, sent)
}

/** Of each of these actions the one that undoes it or sends it again, unless that one did nothing. `except` is not looked at. */
export async function followersOf(store: Database, actionIds: string[], except = ''): Promise<Map<string, Follower>> {
  const rows = await store
    .selectFrom('actions')
    .select(['action_id', 'follows', 'undoes', 'person', 'state', 'settled_as'])
    .where((is) => is.or([is('follows', 'in', actionIds), is('undoes', 'in', actionIds)]))
    .where(mayHaveHappened)
    .where('action_id', '<>', except)
    .execute()
  return new Map(rows.map(({ follows, ...row }) => [follows ?? row.undoes ?? '', row]))
}

type Fact = Tables['facts']
/** What an action has set and what it has left as it was, and of which thing. */
type Setting = { row: Row; effect: Effect; entity: string; rows: EffectRow[] }

/**
 * For each of these actions why an undo would do more than take it back: what is known by now of a field that it set, or that it left as it was, is
 * newer than the action, doesn't come from it, and is something else. Null where nothing is, and where nothing is known.
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
  const effect = fromOwnJson<Effect | null>(row.effect)
  if (row.buyer_id === null || row.sealed === '' || !effect?.undo.possible) return []
  const rows = effect.rows.filter(({ field, changes, expects, after }) =>
    changes ? expects != null || field === 'email' : after !== null,
  )
  return rows.length > 0 ? [{ row, effect, entity: entityOf(row), rows }] : []
}

/** The facts of a buyer themselves go without an id. */
export const entityOf = ({ target }: Pick<Row, 'target'>) => (target.startsWith('buyer:') ? 'buyer' : target)

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
