import { isObject } from '@/lib/core/json'
import type { AnyRules, UndoPlan } from './declare/command-rules'
import type { Difference, Effect, EffectRow, Input, KnownThing, Situation, UndoCommand } from './effects/effect'
import { tokensIn } from './effects/known-subscription'
import { columnOf, columns } from './effects/rows'

/** What a command will do, from what is known. */
export function predict(rules: AnyRules, input: Input, situation: Situation): Effect {
  const { known, now, zone, ahead } = situation
  const { rows, later, warnings } = rules.predict(partsOf(input), situation)
  const undo = undoOf(rules.undo(partsOf(input), known, { now: now.getTime(), clock: { zone, ahead } }))
  return { rows, later, warnings: [...warnings, ...byPerson(rows, known)], undo, zone, tokens: tokensIn(known, situation.tokens) }
}

/** The command that undoes another, from what was known before it; as of `now`, since a day may have come meanwhile. */
export function undoCommand(rules: AnyRules, input: Input, before: KnownThing, now: Date, zone: string, ahead = 0): UndoCommand {
  const plan = rules.undo(partsOf(input), before, { now: now.getTime(), clock: { zone, ahead } })
  return plan.command === null ? plan : { command: plan.command }
}

/** Where what was predicted is not what is seen, in an answer's fields or in what is known. What was not foreseen or is not seen is left out. */
export function predictionDifferences(
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

/** What an order was made with and nothing of it was sent, as its answer shows it. A discount of nothing is none. */
export function unaskedIn({ rows }: Pick<Effect, 'rows'>, answer: unknown): Difference[] {
  if (!isObject(answer) || !isObject(answer.data) || !isObject(answer.data.params)) return []
  const { params } = answer.data
  return (['discount', 'coupon', 'sequence'] as const).flatMap((field): Difference[] => {
    const { label } = columns[field]
    const observed = columns[field].words(params[field])
    const isSent = rows.some((row) => row.field === field)
    if (isSent || observed === null || (field === 'discount' && Number(params[field]) === 0)) return []
    return [{ field, label, predicted: 'none', observed }]
  })
}

/** What an answer shows of the thing, by field: of an order what it was made with. */
export function fieldsShown(answer: unknown): Readonly<Record<string, unknown>> {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  return isObject(data.params) ? { ...data, ...data.params } : data
}

/** The value itself, whether it comes as a fact or straight from an answer. */
const seenIn = (value: unknown): unknown => (isObject(value) && 'observedAt' in value ? value.value : value)

const partsOf = ({ params, body }: Input) => ({ params, body: isObject(body) ? body : {} })

const undoOf = (plan: UndoPlan): Effect['undo'] =>
  plan.command === null
    ? { possible: false, why: plan.why }
    : { possible: true, verb: plan.verb, until: plan.until, note: plan.note }

// The screen marks what a person typed, and so must a preview that rests on it.
const byPerson = (rows: EffectRow[], known: KnownThing): string[] =>
  rows.flatMap(({ field, label, before }) =>
    before !== null && known[field]?.source === 'person'
      ? [`The current “${label}” was typed by a person and isn’t confirmed by the service.`]
      : [],
  )
