import type { OperationName, Operations } from '../index'
import type { BodyOf, Operation } from '../operation'
import { isObject } from '../schemas/tolerant'
import { changeAutochargeStatus } from './change-autocharge-status'
import { changeBuyerEmail } from './change-buyer-email'
import { changeExpirationDate } from './change-expiration-date'
import { columnOf } from './columns'
import { type CommandEffects, noWayBack, type WayBack } from './command-effects'
import { createBuyer } from './create-buyer'
import { createInitialOrder } from './create-initial-order'
import { disableToken } from './disable-token'
import { downgradeSubscription } from './downgrade-subscription'
import type { Difference, Effect, EffectRow, Input, Inverse, KnownThing, Situation } from './effect'
import { enableToken } from './enable-token'

type CommandName = { [N in OperationName]: Operations[N] extends Operation<'command'> ? N : never }[OperationName]
type EffectsOf = { [N in CommandName]: CommandEffects<BodyOf<Operations[N]>> }

const commands: EffectsOf = {
  createBuyer,
  disableToken,
  enableToken,
  createInitialOrder,
  changeAutochargeStatus,
  changeExpirationDate,
  downgradeSubscription,
  changeBuyerEmail,
}

/** What a command will do, from what is known. Of an operation that is no command it says that nothing is foreseen. */
export function predict(operation: string, input: Input, situation: Situation): Effect {
  const { known, now, zone } = situation
  const { rows, later, warnings } = effectsOf(operation).foresee(told(input), situation)
  const undo = undoOf(effectsOf(operation).wayBack(told(input), known, now, zone))
  return { rows, later, warnings: [...warnings, ...byPerson(rows, known)], undo, zone }
}

/** The command that takes another back, from what was known before it; as of `now`, since a day may have come meanwhile. */
export function inverse(operation: string, input: Input, before: KnownThing, now: Date, zone: string): Inverse {
  const back = effectsOf(operation).wayBack(told(input), before, now, zone)
  return back.command === null ? back : { command: back.command }
}

/** Where what was foretold is not what is seen, in an answer's fields or in what is known. What was not foreseen or is not seen is left out. */
export function differences(
  { rows, zone }: Pick<Effect, 'rows' | 'zone'>,
  observed: KnownThing | Readonly<Record<string, unknown>>,
): Difference[] {
  return rows.flatMap(({ field, label, after, expects }) => {
    const column = columnOf(field)
    const seen = seenIn(observed[field])
    if (!column || expects === null || seen === null || seen === undefined || column.same(expects, seen, zone)) return []
    return [{ field, label, predicted: after, observed: column.words(seen, zone) }]
  })
}

/** The value itself, whether it comes as a fact or straight from an answer. */
const seenIn = (value: unknown): unknown => (isObject(value) && 'observedAt' in value ? value.value : value)

const notForeseen: CommandEffects<unknown> = {
  foresee: () => ({ rows: [], later: [], warnings: ['What this does is not foreseen.'] }),
  wayBack: () => noWayBack('What this did is not known.'),
}

function effectsOf(operation: string): CommandEffects<unknown> {
  return Object.hasOwn(commands, operation) ? commands[operation as CommandName] : notForeseen
}

const told = ({ params, body }: Input) => ({ params, body: isObject(body) ? body : {} })

const undoOf = (back: WayBack): Effect['undo'] =>
  back.command === null
    ? { possible: false, why: back.why }
    : { possible: true, verb: back.verb, until: back.until, note: back.note }

// The screen marks what a person typed, and so must a preview that rests on it.
const byPerson = (rows: EffectRow[], known: KnownThing): string[] =>
  rows.flatMap(({ field, label, before }) =>
    before !== null && known[field]?.source === 'person'
      ? [`${label} before is as a person typed it, not as the service answered.`]
      : [],
  )
