import 'server-only'
import type { Kysely, Transaction } from 'kysely'
import type { Refund, RefundedCharge } from '@/lib/refunds/refund'
import type { Person } from '../auth/sessions'
import type { Tables } from '../database/schema'
import { append } from '../journal/chain'

export type RefundRow = Tables['refunds']
export type StepRow = Tables['refund_steps']

/** Rows as refunds, each with its steps in order. */
export async function refundsOf(store: Kysely<Tables>, person: Person, rows: readonly RefundRow[]): Promise<Refund[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = await store.selectFrom('refund_steps').selectAll().where('refund_id', 'in', ids).orderBy('number').execute()
  return rows.map((row) => refundOf(person, row, steps))
}

function refundOf(person: Person, row: RefundRow, steps: readonly StepRow[]): Refund {
  const isMine = ({ account_id }: { account_id: string }) => account_id === person.accountId
  return {
    ...{ id: row.id, state: row.state, version: row.version, merchant: row.merchant, buyerId: row.buyer_id },
    charge: JSON.parse(row.charge) as RefundedCharge,
    ...{ amount: row.amount, currency: row.currency, reason: row.reason, ticket: row.ticket },
    ...{ person: row.person, mine: isMine(row), askedAt: row.asked_at, waitingSince: row.waiting_since, batchId: row.batch_id },
    steps: steps
      .filter(({ refund_id }) => refund_id === row.id)
      .map((step) => ({ kind: step.kind, at: step.at, person: step.person, mine: isMine(step), note: step.note })),
  }
}

/** Writes a step of a refund, and an entry about it in the journal, in the transaction of what it did. */
export async function noteStep(
  tx: Transaction<Tables>,
  row: Omit<RefundRow, 'charge'>,
  step: Omit<StepRow, 'refund_id' | 'number'>,
): Promise<void> {
  await tx
    .insertInto('refund_steps')
    .values({ ...step, refund_id: row.id, number: row.version })
    .execute()
  const { kind, note, account_id: accountId, person } = step
  const { charge_id: chargeId, amount, currency, reason, batch_id: batchId } = row
  await append(tx, {
    ...{ kind: 'refund', actionId: row.id, accountId, person, operation: null },
    ...{ merchant: row.merchant, buyerId: row.buyer_id, ticket: row.ticket },
    detail: { step: kind, note, refund: { chargeId, amount, currency, reason, batchId, askedBy: row.person } },
  })
}
