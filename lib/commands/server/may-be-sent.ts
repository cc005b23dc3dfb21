import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { waitForTurn } from '@/lib/journal/chain'
import { changedByHand, requireAsRecorded } from '@/lib/journal/row-digests'
import { knownVersion } from '@/lib/knowledge/server/facts'
import { requireStillMay } from '@/lib/people/server/person-now'
import type { Possible } from '../action'
import type { CommandCall } from './command-call'
import { followersOf, resendStatus, undoStatus } from './following'
import type { Action } from './intent'
import { predicted } from './predicted'
import { takeQuote } from './quotes'
import { requireStillAllowed, signedAs } from './requirements'
import { spendApproval } from './spend-approval'
import { requireWritten, standingAmong, targetOf } from './target'

/**
 * Decides whether a command may be sent, in the transaction that writes its intent and as everything is at that moment: the person, what
 * they looked at, the action it follows, the approval and the quote it uses up. Accounts, rules, approvals and outcomes change together with an entry of
 * the journal, so the turn to write there is what keeps them as they are. Throws a ServiceProblem. What was looked at before the
 * transaction only spares people the wait.
 */
export async function requireMayBeSent(tx: Transaction<Tables>, call: CommandCall): Promise<void> {
  await waitForTurn(tx)
  const { operation, merchant, approval } = call
  const asker = approval && { askedFor: approval.row.person }
  const person = await requireStillMay(tx, call.person, { right: operation.right, merchant, ...asker })
  await requireFresh(tx, call)
  await requireMayFollow(tx, call)
  await requireSigned(tx, call)
  if (approval) await spendApproval(tx, approval, (await predicted(call, { store: tx })).effect)
  if (call.proposal) await call.proposal.take(tx, (await predicted(call, { store: tx })).effect)
  await call.part?.requireMayBeSent(tx, { ...call, person })
  await requireStillAllowed(tx, { ...call, person })
  await takeQuote(tx, call)
}

/** What must be signed is, and on the facts of this moment. Midnight may have made a renewal of it. */
async function requireSigned(tx: Transaction<Tables>, call: CommandCall): Promise<void> {
  if (call.signing) return call.signing.bind(tx)
  if (signedAs(call) === null) return
  throw problem('invalid', 'By now this needs your passkey, so nothing was sent. Try again.', {
    status: 428,
    code: 'signature_required',
    title: 'Your passkey is needed',
  })
}

async function requireFresh(tx: Transaction<Tables>, { shownVersion, merchant, buyerId }: CommandCall): Promise<void> {
  if (shownVersion === null || buyerId === null) return
  if ((await knownVersion(merchant.code, buyerId, tx)) <= shownVersion) return
  throw problem(
    'conflict',
    'This buyer has changed since you opened this. Nothing was sent. Review the changes, then try again.',
    { code: 'changed' },
  )
}

/**
 * Throws `unavailable` (`row_changed`) where somebody changed one of the actions that let the next one on its target through: the newest that may
 * have happened, and what came after it and did nothing. `last` took the target last. Whoever has the turn to write in the journal keeps them as they are.
 */
export async function requireTargetAsRecorded(tx: Transaction<Tables>, call: CommandCall, last: string): Promise<void> {
  const on = { merchant: call.merchant.code, target: targetOf(call), except: call.actionId }
  const { rows } = await newestFirst(tx, on)
  if (last !== on.except && !rows.some(({ action_id }) => action_id === last))
    throw changedByHand(`actions ${last}`, 'the last action on the same thing is gone, or says that it was on another')
  const decides = rows.findIndex(mayHaveHappened)
  for (const { action_id } of decides === -1 ? rows : rows.slice(0, decides + 1)) {
    const row = await tx.selectFrom('actions').selectAll().where('action_id', '=', action_id).executeTakeFirst()
    if (row) await requireAsRecorded(tx, 'actions', row)
  }
}

const mayHaveHappened = ({ state, settled_as }: Pick<Action, 'state' | 'settled_as'>) =>
  state === 'sent' || state === 'done' || (state === 'unconfirmed' && settled_as !== 'did-not-happen')

const newestFirst = prepared((store, { merchant, target, except }: { merchant: string; target: string; except: string }) =>
  store
    .selectFrom('actions')
    .innerJoin('journal', 'journal.action_id', 'actions.action_id')
    .where('journal.kind', '=', 'intent')
    .select(['actions.action_id', 'actions.state', 'actions.settled_as'])
    .where('actions.merchant', '=', merchant)
    .where('actions.target', '=', target)
    .where('actions.action_id', '<>', except)
    .orderBy('journal.seq', 'desc'),
)

/** The action that a command undoes or sends again. */
export const followedBy = ({ undoes, sendsAgain }: Pick<CommandCall, 'undoes' | 'sendsAgain'>) => undoes ?? sendsAgain

async function requireMayFollow(tx: Transaction<Tables>, call: CommandCall): Promise<void> {
  const first = followedBy(call)
  if (first === null) return
  const row = await tx.selectFrom('actions').selectAll().where('action_id', '=', first).executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that action in the journal. Nothing was sent.')
  requireWritten(row)
  const allowed = await mayFollow(tx, call, row)
  if (!allowed.possible) throw mayNotFollow(call.undoes === null ? 'send_again' : 'undo', allowed.why)
  await requireAsRecorded(tx, 'actions', row) // what is sent now is made from it
}

async function mayFollow(tx: Transaction<Tables>, call: CommandCall, row: Action): Promise<Possible> {
  const { undoes, actionId } = call
  const later = {
    follower: (await followersOf(tx, [row.action_id], actionId)).get(row.action_id) ?? null,
    standing: (await standingAmong(tx, [row], actionId))(row),
  }
  const { knownSince } = await import('./known-since') // most commands follow nothing
  const known = (await knownSince(tx, [row]))(row)
  if (undoes === null) return resendStatus(row, call, { ...later, elsewhere: known.elsewhere })
  return undoStatus(row, fromOwnJson(row.effect), { ...later, changed: known.changed })
}

/** Why an action is not undone or sent again. */
export const mayNotFollow = (what: 'undo' | 'send_again', why: string): ServiceProblem =>
  problem('conflict', `${why} Nothing was sent now.`, { code: `cannot_${what}` })
