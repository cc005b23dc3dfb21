import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { canonical, decryptJson } from '@/lib/journal/crypto'
import type { Effect } from '@/lib/operations/effects/effect'
import { begunAt, begunOn, changedSince } from './following'
import type { Action } from './intent'

/** `maybe` where only a later action that isn't confirmed may have changed it. */
export type Changed = 'no' | 'maybe' | 'yes'

/**
 * Whether what an action has set has been set to something else since, by a later action on the same thing or as was read: whoever asks for it
 * once more doesn't mean what was done then. An order sets nothing that another one changes.
 */
export async function changedAfter(action: Action): Promise<Changed> {
  const isDone = action.state === 'done' || action.settled_as === 'happened'
  if (!isDone || action.target.startsWith('order:')) return 'no'
  const store = await database()
  if ((await changedSince(store, [action], true))(action) !== null) return 'yes'
  const later = await laterOn(store, action)
  return fieldsSet(action, later).reduce((worst: Changed, field) => worse(worst, byLater(field, action, later)), 'no')
}

const worse = (a: Changed, b: Changed): Changed => (a === 'yes' || b === 'no' ? a : b)

type Later = Pick<Action, 'operation' | 'state' | 'settled_as' | 'effect' | 'sealed'>

/** What was done later to the same thing, or may have been, the oldest first. */
async function laterOn(store: Database, action: Action): Promise<Later[]> {
  const began = (await begunAt(store, [action])).get(action.action_id) ?? 0
  return begunOn(store, [action], action.action_id)
    .select(['actions.operation', 'actions.state', 'actions.settled_as', 'actions.effect', 'actions.sealed'])
    .where('journal.seq', '>', began)
    .orderBy('journal.seq')
    .execute()
}

/** What has become of a field by later actions: one that set it to the same value again has changed nothing. */
function byLater(field: string, action: Action, later: readonly Later[]): Changed {
  const wanted = valueSet(action, field)
  let changed: Changed = 'no'
  for (const each of later) {
    // The same command sets the same, though by what was known it changed nothing.
    if (each.operation !== action.operation && !fieldsChanged(each).includes(field)) continue
    const isSame = wanted !== null && valueSet(each, field) === wanted
    const isCertain = each.state === 'done' || each.settled_as === 'happened'
    if (isCertain) changed = isSame ? 'no' : 'yes'
    else if (!isSame && changed === 'no') changed = 'maybe'
  }
  return changed
}

const rowsOf = ({ effect }: Pick<Action, 'effect'>) => fromOwnJson<Effect | null>(effect)?.rows ?? []

const fieldsChanged = (action: Pick<Action, 'effect'>): string[] =>
  rowsOf(action).flatMap(({ field, changes }) => (changes ? [field] : []))

/** An effect has rows of what stays, too: what a command sets shows in what it changes, this time or another. */
const fieldsSet = (action: Action, later: readonly Later[]): string[] => [
  ...new Set([action, ...later.filter(({ operation }) => operation === action.operation)].flatMap(fieldsChanged)),
]

/** An e-mail address is masked in an effect, and many have the same mask: it's compared as it was sent. */
function valueSet(action: Pick<Action, 'effect' | 'sealed'>, field: string): string | null {
  if (field !== 'email') return canonical(rowsOf(action).find((row) => row.field === field)?.expects ?? null)
  const { body } = action.sealed === '' ? {} : (decryptJson(action.sealed) as { body?: { email?: unknown } | null })
  return typeof body?.email === 'string' ? body.email.toLowerCase() : null
}
