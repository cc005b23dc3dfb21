import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import { database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { ActionState, Tables } from '@/lib/database/schema'
import { append, type Entry, headWrittenIn } from '@/lib/journal/chain'
import { checkpointOnDisk, keepCheckpoint } from '@/lib/journal/checkpoint-claims'
import type { Head } from '@/lib/journal/crypto'
import { canonical } from '@/lib/journal/crypto'
import { asWritten, isChangedByHand, requireAsRecorded, requireStoredAsRecorded } from '@/lib/journal/row-digests'
import { remember } from '@/lib/knowledge/server/remember'
import type { Learnt, RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Operation } from '@/lib/operations/declare/operation'
import type { Difference, Effect } from '@/lib/operations/effects/effect'
import { fieldsShown, predictionDifferences, unaskedIn } from '@/lib/operations/predict'
import { log } from '@/lib/platform/log'
import { withoutPersonal } from '@/lib/service/failure'
import { type Action, entryOf, settledColumns } from './intent'
import { giveQuoteBack, keepQuoteTaken } from './quotes'

/** How a command ended: its state, what the person is answered (masked), and, where it was done, the service's answer in clear. */
export type Outcome = {
  state: Exclude<ActionState, 'sent'>
  status: number
  body: unknown
  code: string | null
  answer?: unknown
  /** Since when it's known, of one that couldn't be written then. */
  knownAt?: string
}

/**
 * Writes outcome, facts and the journal's entry in one transaction, and then the head beside the database. An outcome that was told as
 * unconfirmed before is a late one. Where what is known of buyers shows that an answer proves nothing, it's written as unconfirmed, and the
 * outcome given becomes that as well, for it's what the person is told. Resolves to the head, or null where the outcome stood already. Throws
 * `unavailable` (`row_changed`) where somebody changed the row by hand; one that comes `straight` from sending needs no look at that, because all
 * it writes over is what its own intent wrote.
 */
export async function settle(
  action: Action,
  command: RuledCommand,
  sentBody: unknown,
  outcome: Outcome,
  { straight = false } = {},
): Promise<Head | null> {
  const store = await database()
  const { proven, written } = await store.transaction().execute(async (tx) => {
    const learnt = learntBy(action, command, sentBody, outcome)
    const proven = (await unprovenBy(tx, action, command, learnt)) ?? outcome
    const sent = { ...command, sentBody, learnt: proven === outcome ? learnt : null, straight }
    return { proven, written: await writeOutcome(tx, action, sent, proven) }
  })
  if (proven !== outcome) Object.assign(outcome, { answer: undefined }, proven)
  keepCheckpoint(store, written?.head ?? null)
  if (written?.isLate) {
    const late = { actionId: action.action_id, operation: action.operation, outcome: outcome.state }
    log.warn(late, 'late_outcome')
    if (written.contradicts !== null) log.error(late, 'settlement_contradicted')
  }
  return written?.head ?? null
}

const paramsOf = ({ request }: Action) => fromOwnJson<{ params: Record<string, string> }>(request).params

/**
 * What a command that was done tells of a buyer; null of any other. An outcome is written whether or not anything can be learnt from it:
 * what was read as done is done.
 */
function learntBy(action: Action, { rules }: RuledCommand, sentBody: unknown, { state, answer }: Outcome): Learnt | null {
  if (state !== 'done') return null
  try {
    return rules.learns(answer, { params: paramsOf(action), body: sentBody })
  } catch (cause) {
    log.error({ err: cause, actionId: action.action_id }, 'unforeseen')
    return null
  }
}

/** How a command ends whose answer gives a buyer who was created an id that can't be theirs; null where it does not. */
async function unprovenBy(tx: Transaction<Tables>, action: Action, { operation }: RuledCommand, learnt: Learnt | null) {
  if (!learnt?.buyerId || paramsOf(action).buyerId !== undefined) return null // it makes no buyer
  const { isAnothersId, unproven } = await import('./created-buyer') // most commands make none
  return (await isAnothersId(tx, action, learnt)) ? unproven(action, operation) : null
}

type Sent = { operation: Operation; sentBody: unknown; learnt: Learnt | null; straight: boolean }

/** Null where the outcome stood already. */
async function writeOutcome(tx: Transaction<Tables>, action: Action, sent: Sent, outcome: Outcome) {
  const { operation, sentBody, learnt } = sent
  const before = await claim(tx, action.action_id, outcome)
  if (before === null) return null
  if (before === 'unconfirmed' || !sent.straight) await requireAsBefore(tx, action.action_id, before)
  const contradicts = before === 'unconfirmed' ? await contradict(tx, action.action_id, outcome) : null
  const settled = await settleRepeated(tx, action, operation, outcome)
  if (learnt !== null) {
    const knownAt = outcome.knownAt === undefined ? {} : { knownAt: new Date(outcome.knownAt) }
    const { merchant, person } = action
    const about = { operation, merchant, person, params: paramsOf(action), body: sentBody, ...knownAt }
    const shown = asShown(learnt, outcome.answer)
    const { certainOf, saveDoubted } = await import('./changed-after') // few answers of a request need it
    const { certain, doubted } = await certainOf(tx, action, shown, outcome.knownAt)
    await remember(about, outcome.answer, { within: tx, learnt: certain })
    await saveDoubted(tx, action, doubted)
  }
  const unforeseen = await recordDifferences(tx, action, sentBody, outcome)
  const kind = before === 'unconfirmed' ? 'late-outcome' : 'outcome'
  const { state, status, code, body } = outcome
  const detail = { state, status, code, answer: body ?? null, differences: unforeseen }
  const more = [...(contradicts ? ['contradicted_at'] : []), ...(unforeseen.length > 0 ? ['effect'] : [])]
  const columns = ['state', 'answer', 'answered_at', ...more]
  await append(tx, {
    ...entryOf(action, kind, contradicts === null ? detail : { ...detail, contradicts }),
    rows: await asWritten(tx, ['actions', action.action_id, columns]),
    checkpoint: checkpointOnDisk(),
  })
  if (settled) await append(tx, settled)
  if (before === 'unconfirmed') {
    const { notifyOfSettled } = await import('./command-notices') // most answers aren't late
    await notifyOfSettled(tx, action, lateLabels[state])
  }
  if (outcome.state === 'refused' || outcome.state === 'not-sent') await giveQuoteBack(tx, action)
  else if (contradicts !== null) await keepQuoteTaken(tx, action)
  return { head: headWrittenIn(tx), isLate: before === 'unconfirmed', contradicts }
}

/** The answer isn't compared: whatever stood there, the outcome has written its own over it. */
async function requireAsBefore(tx: Transaction<Tables>, actionId: string, state: ActionState): Promise<void> {
  const now = tx.selectFrom('actions').selectAll().where('action_id', '=', actionId)
  const { answer: _, answered_at: __, ...row } = await now.executeTakeFirstOrThrow()
  await requireAsRecorded(tx, 'actions', { ...row, state })
}

const lateLabels = { done: 'done', refused: 'refused', 'not-sent': 'not sent', unconfirmed: 'still unconfirmed' } as const

/** A late answer that says otherwise than the person who settled the action is marked on it, until somebody settles it anew. Their word, or null. */
async function contradict(tx: Transaction<Tables>, actionId: string, { state }: Outcome): Promise<Action['settled_as']> {
  const { settled_as, settled_how } = await tx
    .selectFrom('actions')
    .select(['settled_as', 'settled_how'])
    .where('action_id', '=', actionId)
    .executeTakeFirstOrThrow()
  // It was sent again and done, so a late answer to the first try contradicts nobody.
  const isDoubted = state === 'done' ? settled_as === 'did-not-happen' : settled_as === 'happened' && settled_how !== 'sent-again'
  if (!isDoubted) return null
  await tx.updateTable('actions').set({ contradicted_at: new Date().toISOString() }).where('action_id', '=', actionId).execute()
  return settled_as
}

/**
 * Settles an unconfirmed action whose repeat was done, if its command sets a state: the state is set now, whatever became of the first try.
 * A command that makes something each time stays unconfirmed. Returns the journal's entry.
 */
async function settleRepeated(
  tx: Transaction<Tables>,
  action: Action,
  { repeat }: Operation,
  { state }: Outcome,
): Promise<Entry | null> {
  const isRepeat = action.follows && action.undoes === null
  if (!isRepeat || state !== 'done' || (repeat !== 'sets' && repeat !== 'ambiguous')) return null
  try {
    await requireStoredAsRecorded(tx, 'actions', action.follows ?? '')
  } catch (cause) {
    if (isChangedByHand(cause)) return null // the outcome of the repeat is true all the same
    throw cause
  }
  const first = await tx
    .updateTable('actions')
    .set({
      settled_as: 'happened',
      settled_at: new Date().toISOString(),
      settled_by: action.person,
      settled_account: action.account_id,
      settled_how: 'sent-again',
    })
    .where('action_id', '=', action.follows)
    .where('state', '=', 'unconfirmed')
    .where('settled_as', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!first) return null // a late answer or a person has settled it meanwhile
  const word = { as: 'happened', how: 'sent-again', reason: `Sent again as ${action.action_id}`, sentBy: first.person }
  return {
    ...entryOf(first, 'settled', word),
    accountId: action.account_id,
    person: action.person,
    rows: await asWritten(tx, ['actions', first.action_id, settledColumns]),
  }
}

/** Returns the previous state, or null if the outcome is already final. Final outcomes are never overwritten. */
async function claim(tx: Transaction<Tables>, actionId: string, outcome: Outcome): Promise<ActionState | null> {
  const { state, status, body, knownAt: answered_at = new Date().toISOString() } = outcome
  const open: ActionState[] = state === 'unconfirmed' ? ['sent'] : ['sent', 'unconfirmed']
  const to = { actionId, state, answer: JSON.stringify({ status, body: body ?? null }), answered_at }
  for (const before of open) {
    // The first statement writes, so that two settlers wait for each other.
    const { numAffectedRows } = await moveOn(tx, { ...to, before })
    if (numAffectedRows === 1n) return before
  }
  return null
}

type Step = { actionId: string; before: ActionState; state: ActionState; answer: string; answered_at: string }

const moveOn = prepared((store, { actionId, before, ...to }: Step) =>
  store.updateTable('actions').set(to).where('action_id', '=', actionId).where('state', '=', before),
)

/** What a command has set, as its answer shows it: that counts for more than what was sent. */
function asShown({ buyerId, facts }: Learnt, answer: unknown): Learnt {
  const shown = fieldsShown(answer)
  return { buyerId, facts: facts.map((fact) => ({ ...fact, value: shown[fact.field] ?? fact.value })) }
}

/** Where the answer differs from the preview, the action says so. */
async function recordDifferences(
  tx: Transaction<Tables>,
  action: Action,
  sentBody: unknown,
  { state, answer }: Outcome,
): Promise<Difference[]> {
  if (state !== 'done') return []
  const effect = fromOwnJson<Effect>(action.effect)
  const differing = [...predictionDifferences(inClear(effect, sentBody), fieldsShown(answer)), ...unaskedIn(effect, answer)]
  const found = masked(differing).map(withoutPersonalWords)
  if (found.length > 0)
    await tx
      .updateTable('actions')
      .set({ effect: canonical({ ...effect, differences: found }) })
      .where('action_id', '=', action.action_id)
      .execute()
  return found
}

/** A sequence is a long number, and stays as it is. */
const withoutPersonalWords = (found: Difference): Difference => (found.field === 'sequence' ? found : withoutPersonal(found))

/** An e-mail address is masked in what an action shows, so the one that was sent is compared. */
const inClear = (effect: Effect, sentBody: unknown): Effect => ({
  ...effect,
  rows: effect.rows.map((row) =>
    row.field === 'email' && isObject(sentBody) ? { ...row, expects: sentBody.email ?? null } : row,
  ),
})
