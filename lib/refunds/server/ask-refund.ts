import 'server-only'
import type { Transaction } from 'kysely'
import { oneId } from '@/lib/core/fold'
import { masked, maskTyped } from '@/lib/core/masking'
import { compare, subtract, sum } from '@/lib/core/money'
import { invalid, problem, type ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { holdsId } from '@/lib/database/same-id'
import type { Tables } from '@/lib/database/schema'
import { type Claim, idUsed } from '@/lib/journal/action-ids'
import type { Person } from '@/lib/people/server/sessions'
import type { Refund } from '../refund'
import { type KeptCharge, type RefundRow, recordStep, refundOf, withoutPersonalWords } from './refund-row'

export type NewRefund = {
  /** Made by the caller. */
  id: string
  merchant: string
  buyerId: string
  charge: KeptCharge
  currency: string
  /** A decimal with the currency's number of places. */
  amount: string
  reason: string
  ticket: string | null
  /** The requests of the charge that the person saw; whoever saw none of the page gives nothing. */
  seen?: readonly string[] | undefined
}

/**
 * Asks for a refund of what the service says was received. Throws `invalid` where more is asked for than is left, also when two people ask
 * at once, and `conflict` where the requests of the charge are others than the person saw.
 */
export async function askRefund(person: Person, input: NewRefund, claim?: Claim): Promise<Refund> {
  const store = await database()
  const row = rowOf(person, input)
  return store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('refunds')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw idUsed()
    // The entry in the journal is what requests of all processes wait for, so what is counted after it is all there is.
    await recordStep(tx, row, {
      id: row.id,
      kind: 'asked',
      at: row.asked_at,
      account_id: row.account_id,
      person: row.person,
      note: row.reason,
    })
    await requireLeft(tx, row, input)
    const refund = await refundOf(tx, person, row)
    await claim?.keep(tx, refund)
    return refund
  })
}

type OfCharge = { merchant: string; chargeId: string; except?: string }

/** The requests of a charge that were not refused, newest first, one left out. */
export const requestsOf = (
  store: Pick<Transaction<Tables>, 'selectFrom'>,
  { merchant, chargeId, except = '' }: OfCharge,
): Promise<RequestOfCharge[]> =>
  store
    .selectFrom('refunds')
    .select(['id', 'amount', 'currency', 'person', 'account_id'])
    .where('merchant', '=', merchant)
    .where(holdsId('charge_id', chargeId))
    .where('state', '!=', 'refused')
    .where('id', '!=', except)
    .orderBy('asked_at', 'desc')
    .execute()

type RequestOfCharge = Pick<RefundRow, 'id' | 'amount' | 'currency' | 'person' | 'account_id'>

export const sumOf = (requests: readonly RequestOfCharge[]): string => sum(requests.map(({ amount }) => amount))

/** What was asked for of a charge and not refused, one request left out. */
export const requestedOf = async (...of: Parameters<typeof requestsOf>): Promise<string> => sumOf(await requestsOf(...of))

async function requireLeft(tx: Transaction<Tables>, row: RefundRow, { charge, seen }: NewRefund): Promise<void> {
  const others = await requestsOf(tx, { merchant: row.merchant, chargeId: row.charge_id, except: row.id })
  const requested = sumOf(others)
  const left = subtract(charge.amount, requested)
  const isTooMuch = compare(row.amount, left) > 0
  if (isTooMuch && compare(left, '0') <= 0) throw allRequested(row, others[0])
  if (seen) await requireAsSeen(tx, { row, others, seen })
  if (!isTooMuch) return
  const { currency } = row
  throw invalid([{ field: 'amount', title: `You can refund up to ${left} ${currency} of this charge` }], {
    detail: `Of ${charge.amount} ${currency} received, ${requested} ${currency} has already been requested. You can request up to ${left} ${currency}. Nothing was requested.`,
  })
}

/** Nothing that is typed would mend it: the form is of no more use. */
function allRequested({ account_id }: RefundRow, last: RequestOfCharge | undefined): ServiceProblem {
  const who = last?.account_id === account_id ? 'You have' : `${last?.person ?? 'Somebody'} has`
  return problem('conflict', `${who} requested the rest of this charge. Nothing more was requested.`, {
    code: 'requested_in_full',
  })
}

type Seen = { row: RefundRow; others: readonly RequestOfCharge[]; seen: readonly string[] }

/** Throws `conflict` where the requests of a charge, `others` than this one, aren't those that the person saw. */
export async function requireAsSeen(tx: Transaction<Tables>, { row, others, seen }: Seen): Promise<void> {
  const unseen = others.find(({ id }) => !seen.includes(id))
  const isGone = seen.some((id) => !others.some((other) => other.id === id))
  if (!unseen && !isGone) return
  const what = unseen ? await describeUnseen(tx, row, unseen) : 'A refund that was requested for this charge was refused'
  throw problem('conflict', `${what} since you opened this. Nothing was requested now. Check it, then request again.`, {
    code: 'changed',
  })
}

/** A request that nobody saw because it was refused then wasn't made since. */
async function describeUnseen(tx: Transaction<Tables>, { account_id }: RefundRow, unseen: RequestOfCharge): Promise<string> {
  const { id, amount, currency, person } = unseen
  const reopened = await tx
    .selectFrom('refund_steps')
    .select('id')
    .where('refund_id', '=', id)
    .where('kind', '=', 'reopened')
    .limit(1)
    .executeTakeFirst()
  const who = unseen.account_id === account_id ? 'You' : person
  if (!reopened) return `${who} requested a refund of ${amount} ${currency} for this charge`
  return `The refund of ${amount} ${currency} that ${who === 'You' ? 'you' : who} requested for this charge was reopened`
}

function rowOf(person: Person, { id, merchant, buyerId, charge, ...rest }: NewRefund): RefundRow {
  const now = new Date().toISOString()
  return {
    id,
    state: 'waiting',
    version: 1,
    merchant,
    buyer_id: buyerId,
    charge_id: oneId(charge.chargeId),
    batch_id: null,
    charge: JSON.stringify(masked(withoutPersonalWords(charge))),
    provider: charge.provider,
    mid: charge.mid,
    amount: rest.amount,
    currency: rest.currency,
    reason: maskTyped(rest.reason),
    ticket: rest.ticket,
    account_id: person.accountId,
    person: person.name,
    asked_at: now,
    waiting_since: now,
  }
}
