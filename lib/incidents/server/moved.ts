import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { ReadOutcome } from '@/lib/commands/server/look-first'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import { bindingOf } from '@/lib/journal/planned-rows'
import { knownThings } from '@/lib/knowledge/server/known-things'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { columns, factIn } from '@/lib/operations/effects/rows'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { whyOfOne } from '../incident-words'
import { actSince, actsOn } from './actions-since'
import { type Predicted, predictRow } from './predict-row'
import { doubtOf, type OwnDoubt, renewingMs, unlisted } from './preview-rows'
import { commandIn, type IncidentTableRow, type RowOfIncident } from './store'
import { backsOf } from './undo'

type Store = Database | Transaction<Tables>

/**
 * How what is known now differs from what a row's approval rests on, in words; null where it doesn't: what would be sent and what that does, the
 * status, end date and renewal that people read beside it, the doubts for which the preview would have left it out, and what the desk has done
 * to it since, whatever that came to. `read` is what asking the service for it just now has come to.
 */
export async function movedSince(
  store: Store,
  run: IncidentTableRow,
  row: RowOfIncident,
  planned: Predicted,
  read: ReadOutcome = 'off',
): Promise<string | null> {
  if (row.before === null) return 'Its buyer was erased'
  const done = await doneSince(store, run, row, planned)
  if (done !== null) return done
  const buyerId = row.buyer_id ?? ''
  const things = await knownThings(run.merchant, buyerId, store)
  const back = (await backsOf(store, run, [row])).get(row.n) ?? null
  if (back && 'why' in back) return back.words ?? whyOfOne(back.why)
  const { merchant, reason } = run
  const about = { command: commandIn(run), merchant, reason, now: new Date() }
  const found = predictRow({ target: row.target, buyerId }, things, about, back)
  if (found === null || 'why' in found) return found?.why ?? 'Its value is unknown now'
  const { predicted } = found
  const difference = isDeepStrictEqual(bindingOf(predicted), bindingOf(planned)) ? null : differenceIn(predicted, planned)
  const known = things.get(row.target) ?? {}
  if (read instanceof Set && !read.has(row.target)) return unlisted
  return besideIt(row, known, merchant) ?? difference ?? renewalIn(predicted, planned) ?? doubtIn(known, planned, about.now)
}

/** What somebody has done to it since, though the values are the same again, or nobody has read them. */
async function doneSince(
  store: Store,
  run: IncidentTableRow,
  row: RowOfIncident,
  { actions }: Predicted,
): Promise<string | null> {
  const done = (await actsOn(store, run, [row.buyer_id ?? ''])).get(row.target)
  const words = actSince(done, actions)
  return words && `${words} since the preview`
}

function differenceIn(predicted: Predicted, planned: Predicted): string {
  for (const { field, label, before, after } of predicted.changes) {
    const was = planned.changes.find((each) => each.field === field)
    if (was && was.before !== before) return `${label} is ${before ?? 'unknown'} now`
    if (was?.after !== after) return `${label} would become ${after ?? 'something nobody can foresee'} now`
  }
  const gone = planned.changes.find(({ field }) => predicted.changes.every((each) => each.field !== field))
  if (gone) return `${gone.label} wouldn’t change now`
  if (predicted.charges !== planned.charges) return predicted.charges ? 'It would charge now' : 'It wouldn’t charge now'
  return 'What would be sent for it isn’t what was approved'
}

/** What stood beside the change when it was approved. A value that wasn't known then may be told by now. */
function besideIt({ before }: RowOfIncident, known: KnownThing, merchant: string): string | null {
  const then = decryptJson(before ?? '') as KnownThing
  const { timeZone } = merchantByCode(merchant)
  for (const field of ['status', 'endDate', 'autoChargeStatus', 'isEnabled', 'product'] as const) {
    const { label, words, same } = columns[field]
    const was = factIn(then, field)
    const is = factIn(known, field)
    if (was == null || same(was, is, timeZone)) continue
    const value = words(is, timeZone) ?? 'unknown'
    return `${label} is ${typeof is === 'boolean' ? value.toLowerCase() : value} now`
  }
  return null
}

const renewalIn = ({ renews }: Predicted, planned: Predicted): string | null =>
  renews === planned.renews ? null : renews ? 'It renews at its end now' : 'It doesn’t renew at its end now'

const doubts: Record<OwnDoubt, string> = {
  ended: 'It has ended',
  frozen: 'It’s frozen until its end date',
  'renews-soon': 'Its renewal is due about now',
}

function doubtIn(known: KnownThing, planned: Predicted, now: Date): string | null {
  const doubt = doubtOf(known, planned, now, renewingMs)
  return doubt && doubts[doubt]
}
