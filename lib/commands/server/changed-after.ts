import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decrypted } from '@/lib/journal/crypto'
import { factsOf, type KnownFact, lockFacts, saveFacts } from '@/lib/knowledge/server/facts'
import type { Learnt } from '@/lib/operations/declare/command-rules'
import type { Effect, KnownThing } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import { ruledCommand } from '@/lib/operations/rules'
import { entityOf } from './following'
import type { Action } from './intent'
import { type Span, spansOn } from './target'

/** `maybe` where an action may have changed it that isn't confirmed, that was under way meanwhile, or whose effect on it can't be foreseen. */
export type Changed = 'no' | 'maybe' | 'yes'

/**
 * Whether what an action has set has been set to something else since, by another action on the same thing or as the service has shown:
 * whoever asks for it once more doesn't mean what was done then. An order sets nothing that another one changes.
 */
export async function changedAfter(action: Action): Promise<Changed> {
  const set = setBy(action)
  if (!isDone(action) || Object.keys(set).length === 0) return 'no'
  const store = await database()
  const { own, others } = await around(store, action)
  const known = await factsOf(action.merchant, action.buyer_id ?? '', entityOf(action), store)
  if (own === undefined) return 'no'
  return Object.entries(set).reduce((worst: Changed, [field, value]) => {
    const isSame = sameAs(action, field, value)
    const said = others.flatMap((each) => sayingOf(each, field, isSame))
    const shown = shownSince(
      [action, ...others],
      isSame,
      known.find((fact) => fact.field === field),
    )
    return worse(worst, lastOf([{ ...own, isDone: true, same: true }, ...said, ...shown]))
  }, 'no')
}

const isDone = ({ state, settled_as }: Pick<Action, 'state' | 'settled_as'>) => state === 'done' || settled_as === 'happened'

const worse = (a: Changed, b: Changed): Changed => (a === 'yes' || b === 'no' ? a : b)

/** What a command sets of a thing that there is, by field; nothing once that has been erased, or can't be read any more. */
export function setBy({ operation, sealed }: Pick<Action, 'operation' | 'sealed'>): Readonly<Record<string, unknown>> {
  const kept = decrypted(sealed)
  if (kept === null) return {}
  const { body } = kept.value as { body?: unknown }
  return ruledCommand(operation)?.operation.sets?.((body ?? {}) as never) ?? {}
}

type IsSame = (value: unknown) => boolean

function sameAs({ effect }: Action, field: string, value: unknown): IsSame {
  const { zone, differences } = fromOwnJson<Effect>(effect)
  const column = columnOf(field)
  // The service may have set something else than was sent, and shows that afterwards.
  const shown = differences?.find((each) => each.field === field)?.observed
  return (other) => column?.same(value, other, zone) === true || (shown != null && column?.words(other, zone) === shown)
}

type Other = Action & Span

/** An action's place in the journal, and what was done to the same thing later, or at the same time, or may have been, and what may still be. */
async function around(store: Database, action: Action): Promise<{ own: Span | undefined; others: Other[] }> {
  const spans = await spansOn(store, [action])
  const own = spans.find(({ action_id }) => action_id === action.action_id)
  const near = own === undefined ? [] : spans.filter((each) => each !== own && each.ended > own.began)
  if (near.length === 0) return { own, others: [] }
  const ids = near.map(({ action_id }) => action_id)
  const rows = await store.selectFrom('actions').selectAll().where('action_id', 'in', ids).execute()
  const of = ({ action_id }: Span) => rows.filter((row) => row.action_id === action_id)
  return { own, others: near.flatMap((span) => of(span).map((row) => ({ ...row, ...span }))) }
}

/** What something says of a field: the same as was set, something else, or (null) nobody can foresee what. */
type Saying = Pick<Span, 'began' | 'ended'> & { isDone: boolean; same: boolean | null }

function sayingOf(other: Other, field: string, isSame: IsSame): Saying[] {
  const same = effectOn(other, field, isSame)
  return same === undefined ? [] : [{ began: other.began, ended: other.ended, isDone: isDone(other), same }]
}

/** Whether an action sets a field to the same; null where it may change it to whatever, undefined where it leaves it alone. */
function effectOn(other: Other, field: string, isSame: IsSame): boolean | null | undefined {
  const set = setBy(other)
  if (Object.hasOwn(set, field)) return isSame(set[field])
  return fieldsMaybeChanged(other).includes(field) ? null : undefined
}

/** The fields that an action may change, in a way that can't be foreseen, or can't be read any more. */
export function fieldsMaybeChanged({ effect, sealed }: Pick<Action, 'effect' | 'sealed'>): string[] {
  const isUnread = sealed !== '' && decrypted(sealed) === null
  const rows = fromOwnJson<Effect | null>(effect)?.rows ?? []
  return rows.flatMap(({ field, changes, expects }) => (changes && (expects === null || isUnread) ? [field] : []))
}

const afterAll = Number.MAX_SAFE_INTEGER // but before the end of what is open

/** What the service has shown of a field after all that has ended. */
function shownSince(actions: readonly Action[], isSame: IsSame, fact: KnownFact | undefined): Saying[] {
  if (fact === undefined) return []
  const isByAction = fact.source === 'action'
  const last = Math.max(...actions.filter(isDone).map(endOf))
  const at = Date.parse(fact.observedAt)
  if (isByAction ? fact.value === null || at < last : at <= last) return []
  return [{ began: afterAll, ended: afterAll, isDone: true, same: fact.value === null ? null : isSame(fact.value) }]
}

const endOf = ({ state, answered_at, settled_at, created_at }: Action) =>
  Date.parse((state === 'done' ? answered_at : settled_at) ?? created_at)

/** What was said last: by what nothing that was done certainly came after. */
function lastOf(sayings: readonly Saying[]): Changed {
  const last = sayings.filter(({ ended }) => !sayings.some((other) => other.isDone && other.began > ended))
  if (last.every(({ same }) => same === true)) return 'no'
  return last.every(({ same }) => same === false) ? 'yes' : 'maybe'
}

type Facts = Learnt['facts']

/**
 * What is known after an action, of what it tells. Where another one on the same thing wasn't over when it was begun nobody knows which was
 * applied last: of what the two say differently nothing is known then, until the next read. Nor is it of what somebody has seen otherwise since it was
 * begun (`doubted`), for that may be older or newer than its answer, which, where it's written late, has been known since `knownAt`.
 */
export async function certainOf(
  tx: Transaction<Tables>,
  action: Action,
  { buyerId, facts }: Learnt,
  knownAt = '9999',
): Promise<{ certain: Learnt; doubted: Facts }> {
  if (buyerId === null) return { certain: { buyerId, facts }, doubted: [] }
  await lockFacts(tx, { merchant: action.merchant, buyerId }) // a read that is kept in between would be written over
  const { others } = await around(tx, action)
  const { zone } = fromOwnJson<Effect>(action.effect)
  const own = entityOf(action)
  const isCertain = ({ entity, field, value }: Facts[number]) => {
    const isSame: IsSame = (set) => columnOf(field)?.same(set, value, zone) === true
    const effects = others.map((other) => effectOn(other, field, isSame))
    return entity !== own || effects.every((same) => same === undefined || same)
  }
  const isSeenSince = seenSince(action)
  const seen = (await factsOf(action.merchant, buyerId, own, tx)).filter(
    (fact) => fact.source !== 'action' && isSeenSince(fact) && fact.observedAt <= knownAt,
  )
  const isDoubted = ({ entity, field, value }: Facts[number]) =>
    entity === own && seen.some((fact) => fact.field === field && JSON.stringify(fact.value) !== JSON.stringify(value))
  const certain = facts.filter((fact) => !isDoubted(fact)).map((fact) => (isCertain(fact) ? fact : { ...fact, value: null }))
  return { certain: { buyerId, facts: certain }, doubted: facts.filter(isDoubted).map((fact) => ({ ...fact, value: null })) }
}

/** Whether a fact was seen after an action was begun: by what was known then, since clocks differ and are set. Of lists that isn't kept. */
function seenSince({ sealed, created_at }: Action): (fact: KnownFact) => boolean {
  const before = (decrypted(sealed)?.value as { known?: KnownThing } | undefined)?.known
  return ({ field, observedAt, value }) => {
    if (before === undefined || Array.isArray(value)) return observedAt > created_at
    return observedAt !== before[field]?.observedAt
  }
}

/** Nothing is known of it, as if a read had told nothing: so it can't be undone before the next read either. */
export async function saveDoubted(tx: Transaction<Tables>, { merchant, buyer_id, person }: Action, doubted: Facts) {
  if (buyer_id !== null) await saveFacts(doubted, { merchant, buyerId: buyer_id, source: 'read', operation: null, person }, tx)
}

/**
 * Whether what can be read of what an action sets may come from another one: from one begun since, or from an earlier one that's still open.
 */
export async function contested(store: Database, action: Action): Promise<{ since: boolean; byEarlier: boolean }> {
  const { own, others } = await around(store, action)
  const fields = Object.keys(setBy(action))
  const touching = others.filter((other) => fields.some((field) => effectOn(other, field, () => true) !== undefined))
  const isSince = ({ began }: Span) => own !== undefined && began > own.began
  return { since: touching.some(isSince), byEarlier: touching.some((other) => !isSince(other)) }
}
