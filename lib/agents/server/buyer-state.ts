import 'server-only'
import { askFor, callFor } from '@/lib/calls/call'
import type { BuyerOf } from '@/lib/charges/server/order-source'
import { actionsOnBuyer } from '@/lib/commands/server/action-handlers'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { knownForPeople, listedAt } from '@/lib/knowledge/server/known-for-people'
import type { Operation } from '@/lib/operations/declare/operation'
import { listSubscriptions, listTokens } from '@/lib/operations/queries'
import { isOpenRefund } from '@/lib/refunds/refund'
import { buyerRefunds } from '@/lib/refunds/server/list-refunds'
import { hasRead } from '@/lib/service/account-state'

const freshMs = 60_000

/**
 * Asks the service for the buyer's lists where what is known of them is older than a minute, so that they're known afterwards. Returns what
 * couldn't be read, in words.
 */
export async function readLists(whose: BuyerOf, signal: AbortSignal): Promise<string[]> {
  const { person, merchant, buyerId } = whose
  const before = await knownForPeople(person, merchant.code, buyerId)
  const reads = [
    [listSubscriptions, listedAt(before, 'listedSubscriptions')],
    [listTokens, listedAt(before, 'paymentMethods')],
  ] as const
  const due = reads.filter(([operation, at]) => hasRead(merchant, operation) && (at === null || Date.now() - at > freshMs))
  const unread = await Promise.all(due.map(([operation]) => readList(whose, operation, signal)))
  return unread.flatMap((words) => words ?? [])
}

/** Returns what couldn't be read, in words. */
async function readList(
  { person, merchant, buyerId }: BuyerOf,
  operation: Operation<'query'>,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    await askFor(await callFor(operation, { person, merchant, params: { buyerId }, signal }))
    return null
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    const what = operation.name === listTokens.name ? 'Tokens' : 'Subscriptions'
    return `${what} couldn’t be read now, so what is known may be old.`
  }
}

export type Waiting = {
  what: string
  since: string
  words?: string
  id?: string
  operation?: string
  amount?: string
  currency?: string
}

/** What of the buyer waits for somebody. */
export async function waitsFor({ person, merchant, buyerId }: BuyerOf): Promise<Waiting[]> {
  const { open } = await actionsOnBuyer(person, { merchant: merchant.code, buyerId })
  const refunds = (await buyerRefunds(person, merchant.code, buyerId)).filter(isOpenRefund)
  const approvals = await (await database())
    .selectFrom('approvals')
    .select(['id', 'operation', 'proposed_by', 'asked_at'])
    .where('merchant', '=', merchant.code)
    .where('buyer_id', '=', buyerId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date().toISOString())
    .execute()
  return [
    ...open.map(({ words, at, state }) => ({
      what: state === 'sent' ? 'an action in progress' : 'an unconfirmed action',
      words,
      since: at,
    })),
    ...approvals.map(({ id, operation, proposed_by, asked_at }) => ({
      what: proposed_by === null ? 'a request for approval' : 'a proposal',
      id,
      operation,
      since: asked_at,
    })),
    ...refunds.map(({ state, amount, currency, askedAt }) => ({ what: `a refund, ${state}`, amount, currency, since: askedAt })),
  ]
}
