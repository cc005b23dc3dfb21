import { inZone, momentOf } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import type { ReplyPart } from '@/lib/core/reply-part'
import type { After } from '@/lib/operations/effects/outlook'
import { outlookOf, type TokenState } from '@/lib/operations/effects/outlook'
import { fieldsShown, predictionDifferences } from '@/lib/operations/predict'
import { wordsNamed } from '@/lib/operations/words'
import type { Action } from './action'

type Sent = Pick<Action, 'operation' | 'request' | 'at'>

/** What is true after a command: "Autocharge is off". `zone` is the one by which the merchant account counts its days. */
export function describeDone({ operation, request, at }: Sent, zone: string): string {
  const body = isObject(request.body) ? request.body : {}
  return wordsNamed(operation)?.done(body, { at: Date.parse(at), clock: { zone } }) ?? 'Done'
}

/** What to do where an answer shows otherwise. */
export const deniedAdvice =
  'The service accepted this, but its answer shows another value. Refresh the page before you tell the customer.'

/**
 * Whether an answer shows another value than the command was to set: nothing of it is told as done then. What was so already, by what was
 * known, was to be set all the same.
 */
export function answerDenies({ operation, effect }: Pick<Action, 'operation' | 'effect'>, answer: unknown): boolean {
  if (effect === null) return false
  const facts = Object.values(wordsNamed(operation)?.verbs ?? {}).map(({ fact }) => fact)
  const set = effect.rows.filter(({ changes, field }) => changes || facts.includes(field))
  // An e-mail address is masked in both here, and two may look the same then: the server has compared them in clear.
  const noted = effect.differences?.map(({ field }) => field) ?? []
  const left = effect.rows.filter((row) => !set.includes(row)).map(({ field }) => field)
  return (
    noted.some((field) => !left.includes(field)) ||
    predictionDifferences({ ...effect, rows: set }, fieldsShown(answer)).length > 0
  )
}

/** Whether an answer tells a field at all: some leave out what was asked for. */
export const answerShows = (answer: unknown, field: string): boolean => fieldsShown(answer)[field] != null

/**
 * The sentences for the buyer; null where nothing is certain. They rest on the answer and the prediction, never on the command
 * alone: the same command ends one subscription and renews another.
 */
export function whatToTell(
  action: Sent & Pick<Action, 'effect' | 'undoneBy' | 'since'>,
  answer: unknown,
  { zone, now }: { zone: string; now: number },
): readonly ReplyPart[] | null {
  if (action.undoneBy !== null || action.since !== null || answerDenies(action, answer)) return null
  const body = isObject(action.request.body) ? action.request.body : {}
  const sent = { at: Date.parse(action.at), clock: { zone }, now }
  return wordsNamed(action.operation)?.tell?.(body, afterOf(action, answer, { zone, now }), sent) ?? null
}

function afterOf({ request, effect }: Pick<Action, 'request' | 'effect'>, answer: unknown, { zone, now }: Now): After {
  const data = fieldsShown(answer)
  const body = isObject(request.body) ? request.body : {}
  const fact = (field: string) => data[field] ?? effect?.rows.find((row) => row.field === field)?.expects ?? null
  const flag = data.autoChargeStatus ?? body.autochargeStatus ?? fact('autoChargeStatus')
  const autocharge = typeof flag === 'boolean' ? flag : null
  const status = fact('status')
  const endDate = fact('endDate') ?? body.expirationDate ?? null
  const moment = typeof endDate === 'string' ? momentOf(endDate) : null
  const day = typeof endDate === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(endDate) ? endDate : null
  const tokens: TokenState = effect?.tokens ?? 'unknown'
  return {
    outlook: outlookOf(autocharge, tokens),
    tokens,
    autocharge,
    status: typeof status === 'string' ? status : null,
    end: moment === null ? day : inZone(moment, zone).day,
    isOver: status === 'expired' || (moment !== null && moment <= now),
  }
}

type Now = { zone: string; now: number }

/**
 * For an action that a person settled one way and a late answer another: what happened, what to do, and which of the two to settle it as.
 */
export type ContradictionWords = {
  title: string
  /** In a list. */
  badge: string
  says: string
  advice: string
  verb: string
  as: 'happened' | 'did-not-happen'
}

export function describeContradiction(
  { contradiction, state, answeredAt }: Pick<Action, 'contradiction' | 'state' | 'answeredAt'>,
  zone: string,
): ContradictionWords | null {
  if (contradiction === null) return null
  const { settledAt, settledBy, byMe } = contradiction
  const at = (time: string | null) => (time === null ? '' : inZone(Date.parse(time), zone).time.slice(0, 5))
  const who = byMe ? 'You' : (settledBy ?? 'Somebody')
  const settled = (word: string) => `${who} settled this as ${word}${settledAt === null ? '' : ` at ${at(settledAt)}`}.`
  const answered = answeredAt === null ? 'Later' : `At ${at(answeredAt)}`
  if (state === 'done') {
    return {
      title: 'It was applied after all',
      badge: 'applied, though settled as not',
      says: `${settled('not applied')} ${answered} the service answered that it was applied.`,
      advice: 'Check whether it was done again since, and undo the duplicate. Then settle it as applied.',
      verb: 'Settle as applied',
      as: 'happened',
    }
  }
  return {
    title: 'It wasn’t applied after all',
    badge: 'not applied, though settled as applied',
    says: `${settled('applied')} ${answered} the service answered that it wasn’t.`,
    advice: 'Check whether it’s still wanted, and do it again if so. Then settle it as not applied.',
    verb: 'Settle as not applied',
    as: 'did-not-happen',
  }
}
