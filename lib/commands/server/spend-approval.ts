import 'server-only'
import type { Transaction } from 'kysely'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { ApprovalState, Tables } from '@/lib/database/schema'
import type { ActionRequest } from '@/lib/journal/action-ids'
import { append, type EntryKind } from '@/lib/journal/chain'
import { asWritten, requireAsRecorded } from '@/lib/journal/row-digests'
import type { Effect } from '@/lib/operations/effects/effect'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { requireStillMay } from '@/lib/people/server/person-now'
import type { Person } from '@/lib/people/server/sessions'

type ApprovalRow = Tables['approvals']

/** A request that a manager approves, as the command carries it to the transaction that writes its intent. */
export type Granted = {
  row: ApprovalRow
  by: Person
  note: string | null
  /** Whether an effect is the one that the manager has seen. */
  isBoundTo(effect: Effect): boolean
  /** Whether what the manager has seen is what it was asked on, too. */
  isAsRequested: boolean
}

/**
 * Uses up a request. Throws `conflict` where it is not open any more (`decided`), or where the facts are no longer those that the manager has
 * seen (`changed`); it then stays open.
 */
export async function spendApproval(
  tx: Transaction<Tables>,
  { row, by, note, isBoundTo, isAsRequested }: Granted,
  effect: Effect,
): Promise<void> {
  await requireStillMay(tx, by, { right: 'approve', merchant: merchantByCode(row.merchant) })
  await closeApproval(tx, row, 'approved', { by, note }, isAsRequested ? {} : { changedSinceAsked: true })
  if (isBoundTo(effect)) return
  throw problem(
    'conflict',
    'Something has just changed, so nothing was sent. The request is still open. Check the change, then approve it again.',
    {
      code: 'changed',
    },
  )
}

/** Throws `conflict` (`approval_waiting`) while an action id is that of the same person's request that waits for a decision. */
export async function requireNotAskedFor({ id, accountId }: Pick<ActionRequest, 'id' | 'accountId'>): Promise<void> {
  const waiting = await (await database())
    .selectFrom('approvals')
    .select('id')
    .where('action_id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  if (waiting === undefined) return
  const detail = 'You’ve already requested approval for this. It’s sent once somebody approves it. Nothing was sent now.'
  throw problem('conflict', detail, { code: 'approval_waiting' })
}

/** Decides an open request and writes down who did. Throws `conflict` where somebody has decided it, or its time has passed. */
export async function closeApproval(
  tx: Transaction<Tables>,
  row: ApprovalRow,
  state: Exclude<ApprovalState, 'waiting'>,
  { by, note }: Pick<Granted, 'by' | 'note'>,
  more: { changedSinceAsked?: true } = {},
): Promise<void> {
  const now = new Date().toISOString()
  const closed = await tx
    .updateTable('approvals')
    .set({ state, decided_at: now, decided_by: by.name, decision_note: note })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!closed) throw decidedAlready()
  await requireAsRecorded(tx, 'approvals', {
    ...closed,
    state: 'waiting',
    decided_at: null,
    decided_by: null,
    decision_note: null,
  })
  await recordOnApproval(tx, row, by, { kind: state, at: now, detail: { askedBy: row.person, note, ...more } })
  const { notifyOfDecision } = await import('./command-notices') // most commands need no approval
  await notifyOfDecision(tx, row, state)
}

export const decidedAlready = (): ServiceProblem =>
  problem('conflict', 'This has just been decided, or it has expired. Nothing was sent now.', { code: 'decided' })

type NewEntry = { kind: EntryKind; at: string; detail: unknown }

/**
 * Writes into the journal what becomes of a request, as of the very moment that its row has: else a report could count it on one side of midnight,
 * and the journal list its entry on the other.
 */
export async function recordOnApproval(
  tx: Transaction<Tables>,
  row: ApprovalRow,
  person: Person,
  { kind, at, detail }: NewEntry,
) {
  const { action_id: actionId, merchant, operation, buyer_id: buyerId, ticket } = row
  const rows = await asWritten(tx, ['approvals', row.id])
  const who = { accountId: person.accountId, person: person.name }
  await append(tx, { kind, detail, rows, actionId, ...who, merchant, operation, buyerId, ticket }, new Date(at))
}
