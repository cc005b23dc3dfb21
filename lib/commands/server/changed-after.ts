import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import { factsOf, type KnownFact } from '@/lib/knowledge/server/facts'
import type { Learnt } from '@/lib/operations/declare/command-rules'
import type { Effect } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import { ruledCommand } from '@/lib/operations/rules'
import { entityOf } from './following'
import type { Action } from './intent'
import { type Span, spansOn } from './target'

/** `maybe` where an action may have changed it that isn't confirmed, that was under way meanwhile, or whose effect on it can't be foreseen. */
export type Changed = 'no' | 'maybe' | 'yes'

/**
 * Whether what an action has set has been set to something else since, by another action on the same thing or as was read: whoever asks for it
 * once more doesn't mean what was done then. An order sets nothing that another one changes.
 */
export async function changedAfter(action: Action): Promise<Changed> {
  const set = setBy(action)
  if (!isDone(action) || Object.keys(set).length === 0) return 'no'
  const store = await database()
  const others = await notBefore(store, action)
  const known = await factsOf(action.merchant, action.buyer_id ?? '', entityOf(action), store)
  return Object.entries(set).reduce((worst: Changed, [field, value]) => {
    const fact = known.find((each) => each.field === field)
    const its = { field, isSame: sameAs(action, field, value) }
    return worse(worst, asRead(action, others, { ...its, fact }) ?? byOthers(others, its))
  }, 'no')
}

const isDone = ({ state, settled_as }: Pick<Action, 'state' | 'settled_as'>) => state === 'done' || settled_as === 'happened'

const worse = (a: Changed, b: Changed): Changed => (a === 'yes' || b === 'no' ? a : b)

/** What a command sets of a thing that there is, by field; nothing once that has been erased. */
function setBy({ operation, sealed }: Pick<Action, 'operation' | 'sealed'>): Readonly<Record<string, unknown>> {
  if (sealed === '') return {}
  const { body } = decryptJson(sealed) as { body?: unknown }
  return ruledCommand(operation)?.operation.sets?.((body ?? {}) as never) ?? {}
}

type IsSame = (value: unknown) => boolean

function sameAs({ effect }: Action, field: string, value: unknown): IsSame {
  const { zone, differences } = fromOwnJson<Effect>(effect)
  const column = columnOf(field)
  // The service may have set something else than was sent, and reads then say so, too.
  const shown = differences?.find((each) => each.field === field)?.observed
  return (other) => column?.same(value, other, zone) === true || (shown != null && column?.words(other, zone) === shown)
}

type Other = Pick<
  Tables['actions'],
  'operation' | 'state' | 'settled_as' | 'effect' | 'sealed' | 'created_at' | 'answered_at'
> & {
  isLater: boolean
}

/** What was done to the same thing later, or at the same time, or may have been, and what may still be, the first begun first. */
async function notBefore(store: Database, action: Action): Promise<Other[]> {
  const spans = await spansOn(store, [action])
  const own = spans.find(({ action_id }) => action_id === action.action_id)
  const rest = own === undefined ? [] : spans.filter((each) => each !== own && (each.ended > own.began || !isDone(each)))
  if (own === undefined || rest.length === 0) return []
  const rows = await store
    .selectFrom('actions')
    .select(['action_id', 'operation', 'state', 'settled_as', 'effect', 'sealed', 'created_at', 'answered_at'])
    .where(
      'action_id',
      'in',
      rest.map(({ action_id }) => action_id),
    )
    .execute()
  const of = ({ action_id }: Span) => rows.filter((row) => row.action_id === action_id)
  return rest.flatMap((span) => of(span).map((row) => ({ ...row, isLater: span.began > own.ended })))
}

type Its = { field: string; isSame: IsSame }

/** What has become of a field by other actions: one that set it to the same value again has changed nothing. */
function byOthers(others: readonly Other[], { field, isSame }: Its): Changed {
  let changed: Changed = 'no'
  for (const each of others) {
    const set = setBy(each)
    const same = Object.hasOwn(set, field) ? isSame(set[field]) : null
    if (same === null && !mayChange(each, field)) continue
    const isCertain = same !== null && each.isLater && isDone(each)
    if (isCertain) changed = same ? 'no' : 'yes'
    else if (same === null || same !== (changed === 'no')) changed = 'maybe'
  }
  return changed
}

const mayChange = ({ effect }: Other, name: string): boolean =>
  (fromOwnJson<Effect | null>(effect)?.rows ?? []).some(
    ({ field, changes, expects }) => field === name && changes && expects === null,
  )

/** What was read of a field after all that; null where nothing was, and where an action that isn't confirmed may come after it. */
function asRead(
  action: Action,
  others: readonly Other[],
  { fact, isSame }: Its & { fact: KnownFact | undefined },
): Changed | null {
  if (fact === undefined || fact.source === 'action') return null
  const isOpen = others.some((each) => !isDone(each))
  const ends = [action, ...others].map((each) => Date.parse((each.state === 'done' ? each.answered_at : null) ?? each.created_at))
  if (Date.parse(fact.observedAt) <= Math.max(...ends)) return null
  if (fact.value === null) return 'maybe'
  if (!isSame(fact.value)) return 'yes'
  return isOpen ? null : 'no'
}

/**
 * What is known after a late answer. Where something else was begun on the same thing meanwhile nobody knows which was applied last: of what the
 * two say differently nothing is known then, until the next read.
 */
export async function certainOf(tx: Transaction<Tables>, action: Action, learnt: Learnt): Promise<Learnt> {
  const { buyerId, facts } = learnt
  const spans = await spansOn(tx, [action])
  const own = spans.find(({ action_id }) => action_id === action.action_id)
  if (buyerId === null || own === undefined || spans.every(({ began }) => began <= own.began)) return learnt
  const known = await factsOf(action.merchant, buyerId, undefined, tx)
  const isKnown = ({ entity, field, value }: Learnt['facts'][number]) =>
    known.some((fact) => fact.entity === entity && fact.field === field && JSON.stringify(fact.value) === JSON.stringify(value))
  return { buyerId, facts: facts.map((fact) => (isKnown(fact) ? fact : { ...fact, value: null })) }
}
