import 'server-only'
import type { Transaction } from 'kysely'
import { masked } from '@/lib/masking'
import { compare, subtract, sum } from '@/lib/money'
import { invalid, problem } from '@/lib/problem'
import type { Refund, RefundedCharge } from '@/lib/refunds/refund'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { noteStep, type RefundRow, refundsOf } from './refund-row'

export type AskedRefund = {
  /** Made by the caller: the same id twice asks once. */
  id: string
  merchant: string
  buyerId: string
  charge: RefundedCharge
  currency: string
  /** A decimal with the currency's number of places. */
  amount: string
  reason: string
  ticket: string | null
}

/**
 * Asks for a refund of what the service says was received. Asked again under its id it is the first one. Throws `invalid` where more is
 * asked for than is left, also when two people ask at once, and `conflict` where the id was another request's.
 */
export async function askRefund(person: Person, asked: AskedRefund): Promise<Refund> {
  const store = await database()
  const row = rowOf(person, asked)
  const kept = await store.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('refunds')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n)
      return tx.selectFrom('refunds').selectAll().where('id', '=', asked.id).executeTakeFirstOrThrow()
    // The entry in the journal is what requests of all processes wait for, so what is counted after it is all there is.
    await noteStep(tx, row, {
      ...{ id: row.id, kind: 'asked', at: row.asked_at, account_id: row.account_id, person: row.person, note: row.reason },
    })
    await requireLeft(tx, row, asked.charge)
    return row
  })
  const isSame = kept.account_id === row.account_id && kept.charge_id === row.charge_id && kept.amount === row.amount
  if (!isSame)
    throw problem('conflict', 'Another refund was asked for under this id. Nothing was asked for.', { code: 'other_request' })
  const [refund] = await refundsOf(store, person, [kept])
  if (!refund) throw new Error('A refund that was kept is gone')
  return refund
}

/** What was asked for of a charge and not refused, this request left out. */
export async function requestedOf(
  store: Pick<Transaction<Tables>, 'selectFrom'>,
  { merchant, chargeId, except = '' }: { merchant: string; chargeId: string; except?: string },
): Promise<string> {
  const rows = await store
    .selectFrom('refunds')
    .select('amount')
    .where('merchant', '=', merchant)
    .where('charge_id', '=', chargeId)
    .where('state', '!=', 'refused')
    .where('id', '!=', except)
    .execute()
  return sum(rows.map(({ amount }) => amount))
}

async function requireLeft(tx: Transaction<Tables>, row: RefundRow, charge: RefundedCharge): Promise<void> {
  const requested = await requestedOf(tx, { merchant: row.merchant, chargeId: row.charge_id, except: row.id })
  const left = subtract(charge.amount, requested)
  if (compare(row.amount, left) <= 0) return
  const { currency } = row
  throw invalid([{ field: 'amount', title: `At most ${left} ${currency} is left of this charge` }], {
    detail: `${charge.amount} ${currency} was received and ${requested} ${currency} of it is asked for already: at most ${left} ${currency} is left. Nothing was asked for.`,
  })
}

function rowOf(person: Person, { id, merchant, buyerId, charge, ...asked }: AskedRefund): RefundRow {
  const now = new Date().toISOString()
  return {
    ...{ id, state: 'waiting', version: 1, merchant, buyer_id: buyerId, charge_id: charge.chargeId, batch_id: null },
    ...{ charge: JSON.stringify(masked(charge)), provider: charge.provider, mid: charge.mid },
    ...{ amount: asked.amount, currency: asked.currency, reason: masked(asked.reason), ticket: asked.ticket },
    ...{ account_id: person.accountId, person: person.name, asked_at: now, waiting_since: now },
  }
}
