import 'server-only'
import { isObject } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { factsOf } from '@/lib/knowledge/server/facts'
import { whoAre } from '@/lib/knowledge/server/who-are'
import type { Approval, ApprovalAbout } from '../approval'

/** What is known of whom and what requests are about, by the id of the request. Names are masked. */
export async function aboutApprovals(approvals: readonly Approval[]): Promise<Record<string, ApprovalAbout>> {
  const store = await database()
  const about: Record<string, ApprovalAbout> = {}
  for (const approval of approvals) about[approval.id] = await aboutApproval(store, approval)
  return about
}

export async function aboutApproval(store: Database, { merchant, buyerId, request }: Approval): Promise<ApprovalAbout> {
  if (buyerId === null) return { buyer: null, country: null, product: null, lastPaid: null }
  const who = (await whoAre(store, merchant, [buyerId]))(buyerId)
  const { subscriptionId } = request.params
  return {
    buyer: who.title,
    country: who.country,
    product: subscriptionId === undefined ? null : await productOf(store, { merchant, buyerId, subscriptionId }),
    lastPaid: await lastPaid(store, { merchant, buyerId }),
  }
}

type OfBuyer = { merchant: string; buyerId: string }

async function productOf(
  store: Database,
  { merchant, buyerId, subscriptionId }: OfBuyer & { subscriptionId: string },
): Promise<string | null> {
  const facts = await factsOf(merchant, buyerId, `subscription:${subscriptionId}`, store)
  const product = facts.find(({ field }) => field === 'product')?.value
  if (!isObject(product)) return null
  const name = product.name ?? product.code
  return typeof name === 'string' && name !== '' ? name : null
}

/** The newest charge of the buyer that received money, of those that passed through. */
async function lastPaid(store: Database, { merchant, buyerId }: OfBuyer): Promise<ApprovalAbout['lastPaid']> {
  const row = await store
    .selectFrom('directory_charges')
    .select(['amount_given', 'currency', 'day', 'last_four'])
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('status', 'in', ['settled', 'captured'])
    .where('day', '!=', '')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return { amount: row.amount_given, currency: row.currency, day: row.day, card: row.last_four === '' ? null : row.last_four }
}
