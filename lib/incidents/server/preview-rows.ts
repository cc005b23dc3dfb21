import 'server-only'
import type { ReadOutcome } from '@/lib/commands/server/look-first'
import { dayIn, dayMs, hourMs, minute, momentOf } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { encryptJson } from '@/lib/journal/crypto'
import { plannedDigest } from '@/lib/journal/planned-rows'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { columns, factIn } from '@/lib/operations/effects/rows'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { type IncidentCommand, verbOf } from '../command'
import type { PlanReason } from '../incident'
import { daySent, isTooNear, planAhead } from './commands'
import { type Back, beforeIn, type Predicted, predictRow, type Things } from './predict-row'
import type { Doubt, Resolved } from './resolve'
import { commandIn, type IncidentTableRow, type RowOfIncident } from './store'

/** What a row needs to be previewed. `read` is what asking the service for it just now has come to, if it was asked. */
export type Seen = {
  resolved: Resolved
  /** What other lines have against this one. */
  doubled: 'twice' | 'two-buyers' | null
  things: Things
  doubt: Doubt | null
  /** The actions that have, or may have, changed its target (`markOf`). */
  actions: string[]
  back: Back | { why: PlanReason; words: string | null } | null
  read: ReadOutcome | null
}

const staleMs = dayMs
/** So close to its end the service may be renewing it. */
export const renewingMs = 35 * minute
const marginMs = 2 * hourMs

type Judged = { row: RowOfIncident; wantsRead: boolean }
type Context = { incident: IncidentTableRow; now: Date; canRead: boolean }

/** What becomes of a row: to go, or left out with its reason. It's asked once more of what was read where that could change it. */
export function previewRow(before: RowOfIncident, seen: Seen, context: Context): Judged {
  const { resolved, doubled, back } = seen
  const buyerId = resolved.buyerId
  const row: RowOfIncident = {
    ...before,
    buyer_id: buyerId,
    state: 'ready',
    why: null,
    words: null,
    before: null,
    predicted: null,
  }
  const out = (why: PlanReason, words: string | null = null, predicted: Predicted | null = null, wantsRead = false): Judged => ({
    row: { ...row, state: 'left-out', why, words, predicted: predicted && JSON.stringify(predicted) },
    wantsRead: wantsRead && context.canRead && seen.read === null,
  })
  if (doubled) return out(doubled)
  if (back !== null && 'why' in back) return out(back.why, back.words)
  if ('why' in resolved) return out(resolved.why)
  return judged({ ...row, buyer_id: resolved.buyerId }, { ...seen, back }, context, out)
}

type Out = (why: PlanReason, words?: string | null, predicted?: Predicted | null, wantsRead?: boolean) => Judged

function judged(row: RowOfIncident, seen: Seen & { back: Back | null }, context: Context, out: Out): Judged {
  const { incident, now } = context
  const command = commandIn(incident)
  const known = seen.things.get(row.target) ?? {}
  const wantsBack = seen.back !== null && seen.read === null // somebody else may have changed it behind our back
  const of = { target: row.target, buyerId: row.buyer_id ?? '' }
  const { merchant, reason } = incident
  const found = predictRow(of, seen.things, { command, merchant, reason, now }, seen.back)
  const fact = known[verbOf(command).fact]
  const listed = seen.read instanceof Set ? seen.read : null
  const unread = seen.read !== null && seen.read !== 'off' && 'detail' in seen.read ? seen.read.detail : null
  if (found === null || fact?.value == null) {
    if (listed) return out('not-found', unlisted)
    return out('not-known', unread, null, incident.unknown_as === 'read')
  }
  if ('why' in found) return out('no-way-back', found.why, null, wantsBack)
  // An undo sets a value that was true once: it never rests on what nobody could look up.
  if (seen.back !== null && unread !== null) return out('not-known', unread, found.predicted)
  if (listed?.has(row.target) === false) return out('not-found', unlisted)
  const { predicted } = found
  const since = seen.back && changedSince(seen.back, known, command, merchant)
  if (since) return out('changed-since', since, predicted, wantsBack)
  const { doubt } = seen
  const isAnswered = doubt?.since !== undefined && fact.observedAt > doubt.since
  if (doubt && !isAnswered) return out(doubt.why, doubt.words, predicted, doubt.since !== undefined) // it may be otherwise by now
  if (setsNothing(predicted, known, verbOf(command).fact, merchant)) {
    const isOld = now.getTime() - Date.parse(fact.observedAt) > staleMs
    const goes = isOld && listed === null && !context.canRead // an old fact that can't be read again doesn't hold it back
    if (!goes) return out('already', null, predicted, isOld || wantsBack)
  }
  const why = ownDoubt(known, predicted, context)
  if (why) return out(why, null, predicted)
  const ready: RowOfIncident = {
    ...row,
    predicted: JSON.stringify({ ...predicted, actions: seen.actions } satisfies Predicted),
    before: encryptJson(beforeIn(known, ['autoChargeStatus', 'endDate', 'status', 'isEnabled', 'product'])),
    sorted_by: endOf(known)?.toString().padStart(16, '0') ?? null,
  }
  return { row: ready, wantsRead: wantsBack && context.canRead }
}

export const unlisted = 'The service doesn’t list it for this buyer'

/** Whether what it sets is so already. Beside it a command may change a status, which nobody can foresee. */
function setsNothing(predicted: Predicted, known: KnownThing, field: string, merchant: string): boolean {
  const day = daySent(predicted.sent)
  const end = endOf(known)
  if (day !== null) return end !== null && dayIn(end, merchantByCode(merchant).timeZone) === day
  return predicted.changes.some((each) => each.field === field && each.before === each.after)
}

/** Whether a row's value is no longer what the other incident has set; null where it is. */
function changedSince({ sent, answered }: Back, known: KnownThing, command: IncidentCommand, merchant: string): string | null {
  const { fact: field, to } = verbOf(command)
  const { same } = columns[field]
  const { timeZone } = merchantByCode(merchant)
  const day = daySent(sent)
  // Its own answer may tell what somebody else has set by then.
  if (day !== null && answered != null && !same(day, answered, timeZone))
    return 'The service answered with another end date than was sent'
  const set = to ?? answered ?? day
  return same(set, factIn(known, field), timeZone) ? null : 'It has another value now than this incident had set'
}

const endOf = (known: KnownThing): number | null => momentOf(factIn(known, 'endDate'))

function ownDoubt(known: KnownThing, predicted: Predicted, { incident, now }: Context): PlanReason | null {
  const runMs = (incident.rows / incident.rate) * 1_000
  const doubt = doubtOf(known, predicted, now, runMs + marginMs)
  const day = daySent(predicted.sent)
  const isNear = day !== null && isTooNear(day, incident.merchant, planAhead, now.getTime())
  return isNear && (doubt === null || doubt === 'renews-soon') ? 'too-near' : doubt
}

export type OwnDoubt = 'ended' | 'frozen' | 'renews-soon'

/** What a subscription's own state has against a row: it's asked once more when the row is sent, with the renewals of less time ahead. */
export function doubtOf(known: KnownThing, { sent }: Pick<Predicted, 'sent'>, now: Date, aheadMs: number): OwnDoubt | null {
  if (hasEnded(known)) return 'ended'
  if (factIn(known, 'status') === 'frozen' && daySent(sent) !== null) return 'frozen'
  const end = endOf(known)
  if (end === null || factIn(known, 'autoChargeStatus') === false) return null
  const isNear = end > now.getTime() - renewingMs && end < now.getTime() + aheadMs
  return isNear ? 'renews-soon' : null
}

const hasEnded = (known: KnownThing): boolean => ['disabled', 'suspended'].includes(String(factIn(known, 'status')))

/** A row with the digest of how it was previewed. */
export const withDigest = (row: RowOfIncident): RowOfIncident => ({
  ...row,
  planned: plannedDigest(row, row.predicted === null || row.state !== 'ready' ? null : fromOwnJson<Predicted>(row.predicted)),
})
