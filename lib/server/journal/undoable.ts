import 'server-only'
import type { Action, Possible } from '@/lib/action'
import type { Effect } from '@/lib/operations/effects/effect'
import type { Action as Row } from './intent'

/** Whether an action can be taken back now: as foretold, once, in time, and while nothing newer happened to the same thing. */
export function undoable(row: Row, effect: Effect | null, undoneBy: string | null, newestOnTarget: boolean): Action['undo'] {
  const no = (why: string): Possible => ({ possible: false, why })
  if (row.state !== 'done' && row.settled_as !== 'happened') return no('It is not known to have been done.')
  if (row.sealed === '') return no('The buyer has been erased.')
  if (undoneBy !== null) return no('It has been undone.')
  if (!effect) return no('What it changed is not known.')
  if (!effect.undo.possible) return no(effect.undo.why)
  if (!newestOnTarget) return no('Something newer has been done to the same thing.')
  const { verb, until, note } = effect.undo
  if (until !== null && Date.parse(until) < Date.now()) return no('Its time has passed.')
  return { possible: true, warning: note, verb, until }
}
