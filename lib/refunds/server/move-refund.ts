import 'server-only'
import type { Transaction } from 'kysely'
import { maskTyped } from '@/lib/core/masking'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { type Claim, idUsed } from '@/lib/journal/action-ids'
import { requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Refund, RefundState, RefundStepKind } from '../refund'
import { type RefundRow, recordStep, refundOf } from './refund-row'

/** What a person may do to a refund of somebody else, and between which states. */
const moves = {
  approved: { from: 'waiting', to: 'approved' },
  refused: { from: 'waiting', to: 'refused' },
  done: { from: 'approved', to: 'done' },
  failed: { from: 'approved', to: 'waiting' },
} as const satisfies Partial<Record<RefundStepKind, { from: RefundState; to: RefundState }>>

export type RefundMove = keyof typeof moves

type MoveRefundInput = {
  /** Made by the caller. */
  stepId: string
  refundId: string
  kind: RefundMove
  /** The version that was on the screen. */
  version: number
  note: string | null
}

/**
 * Moves a refund one step on. One row, one guarded update: of two people at once the first decides, the other gets a `conflict` that says
 * who it was. Nobody moves their own: `forbidden`.
 */
export async function moveRefund(person: Person, given: MoveRefundInput, claim?: Claim): Promise<Refund> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    const before = await refundRow(tx, given.refundId)
    requireMerchant(person, before.merchant)
    await requireNewStep(tx, given)
    if (before.account_id === person.accountId)
      throw problem('forbidden', 'You can’t decide your own refund request. Ask somebody else with the right role.', {
        code: 'own_request',
      })
    const { from, to } = moves[given.kind]
    const at = new Date().toISOString()
    const after: Partial<RefundRow> = {
      state: to,
      version: given.version + 1,
      ...(given.kind === 'failed' ? { batch_id: null, waiting_since: at } : {}),
    }
    const moved = await tx
      .updateTable('refunds')
      .set(after)
      .where('id', '=', given.refundId)
      .where('state', '=', from)
      .where('version', '=', given.version)
      .returningAll()
      .executeTakeFirst()
    // If another transaction updated the row first, read it again before deciding.
    if (!moved) throw await tooLate(tx, person, given)
    const note = given.note === null ? null : maskTyped(given.note)
    await recordStep(tx, moved, {
      id: given.stepId,
      kind: given.kind,
      at,
      account_id: person.accountId,
      person: person.name,
      note,
    })
    const refund = await refundOf(tx, person, moved)
    await claim?.keep(tx, refund)
    return refund
  })
}

/** Throws `notFound`. */
export async function refundRow(store: Pick<Transaction<Tables>, 'selectFrom'>, id: string): Promise<RefundRow> {
  const row = await store.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that refund request.')
  return row
}

/** Throws `conflict` for the id of a step that was taken before such ids were claimed. */
async function requireNewStep(tx: Transaction<Tables>, { stepId }: MoveRefundInput): Promise<void> {
  if (await tx.selectFrom('refund_steps').select('id').where('id', '=', stepId).executeTakeFirst()) throw idUsed()
}

const did: Record<RefundStepKind, string> = {
  asked: 'requested it',
  approved: 'approved it',
  refused: 'refused it',
  batched: 'added it to a batch file',
  done: 'marked it done',
  failed: 'marked it failed',
}

async function tooLate(tx: Transaction<Tables>, person: Person, { refundId }: MoveRefundInput): Promise<ServiceProblem> {
  const last = await tx
    .selectFrom('refund_steps')
    .select(['kind', 'person', 'account_id'])
    .where('refund_id', '=', refundId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const who = last?.account_id === person.accountId ? 'You have' : `${last?.person ?? 'Somebody'} has`
  const what = last ? did[last.kind as RefundStepKind] : 'changed it'
  return problem('conflict', `${who} just ${what}. Your change wasn’t saved. Reload to see the current state.`, {
    code: 'decided',
  })
}
