import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Effect } from '@/lib/operations/effects/effect'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { serviceClock } from '@/lib/service/account-state'
import type { Action, Possible } from '../action'
import type { Action as Row } from './intent'
import { mayHaveHappened, type Standing } from './target'

type Follower = Pick<Row, 'action_id' | 'undoes' | 'person' | 'state' | 'settled_as'>

/** What came after an action: what undoes it or sends it again, and whether it was the last that was applied to the same thing. */
export type Later = { follower: Follower | null; standing: Standing }
/** What is known by now that speaks against an undo, and against sending it again (`changedSince`, `setElsewhere`). */
export type Known = { changed: string | null; elsewhere: string | null }

/**
 * Whether an action can be undone now: once, in time, if its answer was as predicted, and if nothing newer was done to the same thing, by a
 * command or, as `changed` says, by whatever else.
 */
export function undoStatus(
  row: Row,
  effect: Effect | null,
  { follower, standing, changed }: Later & Pick<Known, 'changed'>,
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
export function changedSinceDone({ action_id }: Row, { follower, standing, changed }: Later & Pick<Known, 'changed'>) {
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
export function resendStatus(
  row: Row,
  command: RuledCommand | null,
  { follower, standing, elsewhere }: Later & Pick<Known, 'elsewhere'>,
): Possible {
  if (follower !== null && follower.undoes === null)
    return { possible: false, why: `${follower.person} has already sent it again.` }
  if (row.state !== 'unconfirmed' || row.settled_as !== null) return { possible: false, why: 'We already know the outcome.' }
  if (standing === 'overtaken')
    return { possible: false, why: 'Another action has changed this since, or may have. Sending again would reverse that.' }
  if (elsewhere !== null) return { possible: false, why: elsewhere }
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

/** The facts of a buyer themselves go without an id. */
export const entityOf = ({ target }: Pick<Row, 'target'>) => (target.startsWith('buyer:') ? 'buyer' : target)
