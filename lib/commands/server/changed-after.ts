import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { canonical } from '@/lib/journal/crypto'
import type { Effect, EffectRow } from '@/lib/operations/effects/effect'
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
  return fieldsSet(action).reduce((worst: Changed, field) => worse(worst, byLater(field, later)), 'no')
}

const worse = (a: Changed, b: Changed): Changed => (a === 'yes' || b === 'no' ? a : b)

type Later = Pick<Action, 'state' | 'settled_as' | 'effect'>

/** What was done later to the same thing, or may have been, the oldest first. */
async function laterOn(store: Database, action: Action): Promise<Later[]> {
  const began = (await begunAt(store, [action])).get(action.action_id) ?? 0
  return begunOn(store, [action], action.action_id)
    .select(['actions.state', 'actions.settled_as', 'actions.effect'])
    .where('journal.seq', '>', began)
    .orderBy('journal.seq')
    .execute()
}

/** What has become of a field by later actions: one that set it to the same value again has changed nothing. */
function byLater({ field, expects }: EffectRow, later: readonly Later[]): Changed {
  let changed: Changed = 'no'
  for (const each of later) {
    const set = fieldsSet(each).find((row) => row.field === field)
    if (set === undefined) continue
    const isSame = set.expects != null && canonical(set.expects) === canonical(expects)
    const isCertain = each.state === 'done' || each.settled_as === 'happened'
    if (isCertain) changed = isSame ? 'no' : 'yes'
    else if (!isSame && changed === 'no') changed = 'maybe'
  }
  return changed
}

/** An e-mail address is no value to compare by, for what is shown of it is masked. */
const fieldsSet = ({ effect }: Pick<Action, 'effect'>): EffectRow[] =>
  (fromOwnJson<Effect | null>(effect)?.rows ?? []).filter(({ changes, expects }) => changes || expects != null)
