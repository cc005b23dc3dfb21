import 'server-only'
import type { Transaction } from 'kysely'
import { masked } from '@/lib/masking'
import { problem, type ServiceProblem } from '@/lib/problem'
import type { Refund, RefundState, RefundStepKind } from '@/lib/refunds/refund'
import { requireMerchant } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { noteStep, type RefundRow, refundsOf } from './refund-row'

/** What a person may do to a refund of somebody else, and between which states. */
const moves = {
  approved: { from: 'waiting', to: 'approved' },
  refused: { from: 'waiting', to: 'refused' },
  done: { from: 'approved', to: 'done' },
  failed: { from: 'approved', to: 'waiting' },
} as const satisfies Partial<Record<RefundStepKind, { from: RefundState; to: RefundState }>>

export type RefundMove = keyof typeof moves

type Given = {
  /** Made by the caller: the same step twice is taken once. */
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
export async function moveRefund(person: Person, given: Given): Promise<Refund> {
  const store = await database()
  const row = await store.transaction().execute(async (tx) => {
    const before = await refundRow(tx, given.refundId)
    requireMerchant(person, before.merchant)
    if (await wasTaken(tx, given)) return before
    if (before.account_id === person.accountId)
      throw problem('forbidden', 'Nobody decides on a refund they asked for themselves. Somebody else has to.', {
        code: 'own_request',
      })
    const { from, to } = moves[given.kind]
    const at = new Date().toISOString()
    const after: Partial<RefundRow> = {
      ...{ state: to, version: given.version + 1 },
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
    // Whoever had to wait for another's update looks again at what that one did.
    if (!moved) {
      if (await wasTaken(tx, given)) return refundRow(tx, given.refundId)
      throw await tooLate(tx, person, given)
    }
    const note = given.note === null ? null : masked(given.note)
    await noteStep(tx, moved, {
      ...{ id: given.stepId, kind: given.kind, at, account_id: person.accountId, person: person.name, note },
    })
    return moved
  })
  const [refund] = await refundsOf(store, person, [row])
  if (!refund) throw new Error('A refund that was moved is gone')
  return refund
}

/** Throws `notFound`. */
export async function refundRow(store: Pick<Transaction<Tables>, 'selectFrom'>, id: string): Promise<RefundRow> {
  const row = await store.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'There is no such refund.')
  return row
}

/** Whether this very step was taken before. Throws `conflict` where its id was another step's. */
async function wasTaken(tx: Transaction<Tables>, { stepId, refundId, kind }: Given): Promise<boolean> {
  const step = await tx.selectFrom('refund_steps').select(['refund_id', 'kind']).where('id', '=', stepId).executeTakeFirst()
  if (!step) return false
  if (step.refund_id === refundId && step.kind === kind) return true
  throw problem('conflict', 'This id was used for another step. Nothing was done.', { code: 'other_request' })
}

const did: Record<RefundStepKind, string> = {
  asked: 'asked for it',
  approved: 'approved it',
  refused: 'refused it',
  batched: 'put it into a file for the provider',
  done: 'marked it done',
  failed: 'marked it failed',
}

async function tooLate(tx: Transaction<Tables>, person: Person, { refundId }: Given): Promise<ServiceProblem> {
  const last = await tx
    .selectFrom('refund_steps')
    .select(['kind', 'person', 'account_id'])
    .where('refund_id', '=', refundId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const who = last?.account_id === person.accountId ? 'You have' : `${last?.person ?? 'Somebody'} has`
  const what = last ? did[last.kind] : 'changed it'
  return problem('conflict', `${who} just ${what}. Look again: nothing was done by you now.`, { code: 'decided' })
}
