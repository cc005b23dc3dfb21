import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { compare, subtract } from '@/lib/core/money'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { type Claim, idUsed } from '@/lib/journal/action-ids'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { notify } from '@/lib/notices/server/notify'
import { requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Refund, RefundedCharge, RefundState, RefundStepKind } from '../refund'
import { requestedOf } from './ask-refund'
import { type RefundRow, recordStep, refundOf } from './refund-row'
import { newerEvent, requireReason, wentBackTo } from './went-back'

/** What a person may do to a refund of somebody else, and between which states. */
const moves = {
  approved: { from: ['waiting'], to: 'approved' },
  refused: { from: ['waiting'], to: 'refused' },
  reopened: { from: ['approved', 'refused'], to: 'waiting' },
  done: { from: ['approved'], to: 'done' },
  failed: { from: ['approved'], to: 'waiting' },
} as const satisfies Partial<Record<RefundStepKind, { from: readonly RefundState[]; to: RefundState }>>

export type RefundMove = keyof typeof moves

export type MoveRefundInput = {
  /** Made by the caller. */
  stepId: string
  refundId: string
  kind: RefundMove
  /** The version that was on the screen. */
  version: number
  note: string | null
  /** Of an approval, why money should leave although an event says that it may have gone back; null where nothing was said. */
  despite?: string | null
  /** When the newest event came that the person saw, where they say so: one that came since isn't explained. */
  seen?: string | null
}

/**
 * Moves a refund one step on. One row, one guarded update: of two people at once the first decides, the other gets a `conflict` that says
 * who it was. Nobody moves their own, and a decision is undone by the person who made it alone: `forbidden`.
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
      .where('state', 'in', from)
      .where('version', '=', given.version)
      .$if(given.kind === 'reopened', (query) => query.where('batch_id', 'is', null))
      .returningAll()
      .executeTakeFirst()
    // If another transaction updated the row first, read it again before deciding.
    if (!moved || before.version !== given.version) throw await tooLate(tx, person, given)
    await requireAsRecorded(tx, 'refunds', before)
    if (given.kind === 'reopened') await requireOwnDecision(tx, person, given)
    const note = given.note === null ? null : maskTyped(given.note)
    const despite = given.kind === 'approved' ? await explained(tx, moved, given) : null
    await recordStep(tx, moved, {
      id: given.stepId,
      kind: given.kind,
      at,
      account_id: person.accountId,
      person: person.name,
      note,
      despite,
    })
    // As for a request: the entry in the journal is what requests of all processes wait for, so what is counted after it is all there is.
    if (given.kind === 'reopened') await requireStillLeft(tx, moved)
    await notifyOfDecision(tx, moved, given.kind)
    const refund = await refundOf(tx, person, moved)
    await claim?.keep(tx, refund)
    return refund
  })
}

/** Tells whoever requested it; neither the amount nor the buyer is said. */
async function notifyOfDecision(tx: Transaction<Tables>, row: RefundRow, move: RefundMove): Promise<void> {
  if (move !== 'approved' && move !== 'refused') return
  const { id, merchant, version } = row
  const news = { kind: 'refund-decided' as const, of: `${id} ${version}`, merchant, href: `/refunds?refund=${id}` }
  await notify(tx, { ...news, words: `A refund request was ${move}` }, { people: [row.account_id] })
}

/** Why money leaves although it may have gone back; null where no event says so. Throws `invalid` where one does and nothing was said. */
async function explained(
  tx: Transaction<Tables>,
  row: RefundRow,
  { despite = null, seen }: MoveRefundInput,
): Promise<string | null> {
  const wentBack = [...(await wentBackTo(tx, [row])).values()]
  if (wentBack.length === 0) return null
  const reason = requireReason(wentBack, despite)
  if (seen && wentBack.some(({ at }) => at > seen)) throw newerEvent()
  return reason
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

/** Throws `forbidden` where the newest step is not a decision of this person. The row is held by the update before. */
async function requireOwnDecision(
  tx: Transaction<Tables>,
  person: Person,
  { refundId, version }: MoveRefundInput,
): Promise<void> {
  const decision = await tx
    .selectFrom('refund_steps')
    .select(['kind', 'person', 'account_id'])
    .where('refund_id', '=', refundId)
    .where('number', '=', version)
    .executeTakeFirst()
  const isDecision = decision?.kind === 'approved' || decision?.kind === 'refused'
  if (isDecision && decision.account_id === person.accountId) return
  throw problem(
    'forbidden',
    `Only ${decision?.person ?? 'the person who decided'} can undo this decision. Nothing was changed.`,
    {
      code: 'not_your_decision',
    },
  )
}

/** Throws `conflict` where the amount of a refusal was requested again meanwhile, so that reopening it would ask for more than was received. */
async function requireStillLeft(tx: Transaction<Tables>, row: RefundRow): Promise<void> {
  const requested = await requestedOf(tx, { merchant: row.merchant, chargeId: row.charge_id, except: row.id })
  const received = fromOwnJson<RefundedCharge>(row.charge).amount
  if (compare(row.amount, subtract(received, requested)) <= 0) return
  const { currency } = row
  throw problem(
    'conflict',
    `Of ${received} ${currency} received, ${requested} ${currency} has been requested since. The refusal wasn’t undone. Decide the newer request.`,
    { code: 'requested_since' },
  )
}

const did: Record<RefundStepKind, string> = {
  asked: 'requested it',
  approved: 'approved it',
  refused: 'refused it',
  reopened: 'undone the decision',
  batched: 'added it to a batch file',
  done: 'marked it done',
  failed: 'marked it failed',
}

async function tooLate(tx: Transaction<Tables>, person: Person, { refundId, kind }: MoveRefundInput): Promise<ServiceProblem> {
  const last = await tx
    .selectFrom('refund_steps')
    .select(['kind', 'person', 'account_id'])
    .where('refund_id', '=', refundId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOwn = last?.account_id === person.accountId
  const what = last ? did[last.kind as RefundStepKind] : 'changed it'
  // Somebody who presses again because no answer came must not read that their decision was lost.
  const detail =
    isOwn && last.kind === kind
      ? `You’ve already ${what}, and that was saved. Nothing was changed now.`
      : `${isOwn ? 'You have' : `${last?.person ?? 'Somebody'} has`} just ${what}. Your change wasn’t saved. Look at the refund again.`
  return problem('conflict', detail, { code: 'decided' })
}
