import 'server-only'
import type { Kysely, Transaction } from 'kysely'
import { oneId } from '@/lib/core/fold'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import { asWritten } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'
import { withoutPersonal } from '@/lib/service/failure'
import type { Refund, RefundedCharge, RefundState, RefundStepKind } from '../refund'

export type RefundRow = Tables['refunds']
export type StepRow = Tables['refund_steps']

/** Rows as refunds, each with its steps in order. */
export async function refundsOf(store: Kysely<Tables>, person: Person, rows: readonly RefundRow[]): Promise<Refund[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = await store.selectFrom('refund_steps').selectAll().where('refund_id', 'in', ids).orderBy('number').execute()
  const byRefund = groupBy(steps, ({ refund_id }) => refund_id)
  return rows.map((row) => refundWith(person, row, byRefund.get(row.id) ?? []))
}

/** One row as a refund. */
export async function refundOf(store: Kysely<Tables>, person: Person, row: RefundRow): Promise<Refund> {
  const steps = await store.selectFrom('refund_steps').selectAll().where('refund_id', '=', row.id).orderBy('number').execute()
  return refundWith(person, row, steps)
}

/**
 * The charge as it is kept: with a keyed digest of its card, which leaves the server in nothing. Earlier requests kept a digest of the masked
 * card as `card`. It's the same for different cards and equals no other digest, so it counts as unknown.
 */
export type KeptCharge = RefundedCharge & { cardDigest?: string | null; card?: string | null }

/** What people see of a charge that is kept. Requests from before ids were kept in one spelling may have it in another. */
export function shownCharge({ cardDigest: _, card: __, ...charge }: KeptCharge): RefundedCharge {
  return { ...withoutPersonalWords(charge), chargeId: oneId(charge.chargeId ?? '') } // a hand in the database may have taken it out
}

/** A charge without what is personal in the service's words of it. Earlier requests were kept with it. */
export function withoutPersonalWords<C extends RefundedCharge>(charge: C): C {
  const { products, descriptor, providerTransaction, status, method, doubts, story } = charge
  const words = { products, descriptor, providerTransaction, status, method, doubts }
  return { ...charge, ...withoutPersonal(story === undefined ? words : { ...words, story }) }
}

/** The digest of the card that was charged; null where it is unknown. */
export const cardIn = ({ charge }: RefundRow): string | null => fromOwnJson<KeptCharge>(charge).cardDigest ?? null

function refundWith(person: Person, row: RefundRow, steps: readonly StepRow[]): Refund {
  const isMine = ({ account_id }: { account_id: string }) => account_id === person.accountId
  return {
    id: row.id,
    state: row.state as RefundState,
    version: row.version,
    merchant: row.merchant,
    buyerId: row.buyer_id,
    charge: shownCharge(fromOwnJson<KeptCharge>(row.charge)),
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    ticket: row.ticket,
    person: row.person,
    mine: isMine(row),
    askedAt: row.asked_at,
    waitingSince: row.waiting_since,
    batchId: row.batch_id,
    steps: steps.map((step) => ({
      kind: step.kind as RefundStepKind,
      at: step.at,
      person: step.person,
      mine: isMine(step),
      note: step.note,
      despite: step.despite,
    })),
  }
}

/** Writes a step of a refund, and an entry about it in the journal, in the transaction of what it did. */
export async function recordStep(
  tx: Transaction<Tables>,
  row: Omit<RefundRow, 'charge'>,
  step: Omit<StepRow, 'refund_id' | 'number' | 'despite'> & Partial<Pick<StepRow, 'despite'>>,
): Promise<void> {
  await tx
    .insertInto('refund_steps')
    .values({ despite: null, ...step, refund_id: row.id, number: row.version })
    .execute()
  const { kind, note, despite = null, account_id: accountId, person } = step
  const { charge_id: chargeId, amount, currency, reason, batch_id: batchId } = row
  await append(tx, {
    rows: await asWritten(tx, ['refunds', row.id], ['refund_steps', step.id]),
    kind: 'refund',
    actionId: row.id,
    accountId,
    person,
    operation: null,
    merchant: row.merchant,
    buyerId: row.buyer_id,
    ticket: row.ticket,
    detail: {
      step: kind,
      note,
      ...(despite !== null && { despite }),
      refund: { chargeId, amount, currency, reason, batchId, askedBy: row.person },
    },
  })
}
