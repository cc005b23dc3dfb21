import 'server-only'
import { sql } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { whoAre } from '@/lib/knowledge/server/who-are'
import type { Effect } from '@/lib/operations/effects/effect'
import { amountUnknown } from '@/lib/operations/effects/outlook'
import { withoutPersonal } from '@/lib/service/failure'
import { type Approval, type ApprovalAbout, withUsualAmount } from '../approval'

type OfBuyer = Approval & { buyerId: string }

const nothing: ApprovalAbout = { buyer: null, country: null, product: null, lastPaid: null, charges: null }

/** What is known of whom and what requests are about, by the id of the request. Names are masked. */
export async function aboutApprovals(approvals: readonly Approval[]): Promise<Record<string, ApprovalAbout>> {
  if (approvals.length === 0) return {}
  const store = await database()
  const charges = await chargesOf(store, approvals)
  const about = Object.fromEntries(
    approvals.map(({ id, actionId }) => [id, { ...nothing, charges: charges.get(actionId) ?? null }]),
  )
  const ofBuyers = approvals.filter((approval): approval is OfBuyer => approval.buyerId !== null)
  for (const [merchant, some] of groupBy(ofBuyers, ({ merchant }) => merchant)) {
    const buyerIds = [...new Set(some.map(({ buyerId }) => buyerId))]
    const whoIs = await whoAre(store, merchant, buyerIds)
    const products = await productsOf(store, merchant, some)
    const paid = await lastPaid(store, merchant, buyerIds)
    for (const { id, actionId, buyerId, request } of some) {
      const { title, country } = whoIs(buyerId)
      const product = products.get(`${buyerId} subscription:${request.params.subscriptionId}`) ?? null
      about[id] = { buyer: title, country, product, lastPaid: paid.get(buyerId) ?? null, charges: charges.get(actionId) ?? null }
    }
  }
  return about
}

/** Whether each would charge the buyer, by its action, as the journal has it from when it was asked for. */
async function chargesOf(store: Database, approvals: readonly Approval[]): Promise<Map<string, boolean>> {
  const rows = await store
    .selectFrom('journal')
    .select(['action_id', 'detail'])
    .where(
      'action_id',
      'in',
      approvals.map(({ actionId }) => actionId),
    )
    .where('kind', '=', 'approval-asked')
    .execute()
  return new Map(
    rows.flatMap(({ action_id, detail }) => {
      const read = fromOwnJson<unknown>(detail)
      const later = isObject(read) && isObject(read.effect) ? read.effect.later : null
      return Array.isArray(later)
        ? [[action_id ?? '', later.some((step) => isObject(step) && step.danger === true)] as const]
        : []
    }),
  )
}

/** The names of the products that subscriptions are of, by buyer and subscription. */
async function productsOf(store: Database, merchant: string, approvals: readonly OfBuyer[]): Promise<Map<string, string>> {
  const entities = approvals.flatMap(({ request: { params } }) =>
    params.subscriptionId === undefined ? [] : [`subscription:${params.subscriptionId}`],
  )
  if (entities.length === 0) return new Map()
  const rows = await store
    .selectFrom('facts')
    .select(['buyer_id', 'entity', 'value'])
    .where('merchant', '=', merchant)
    .where(
      'buyer_id',
      'in',
      approvals.map(({ buyerId }) => buyerId),
    )
    .where('entity', 'in', entities)
    .where('field', '=', 'product')
    .execute()
  return new Map(
    rows.flatMap(({ buyer_id, entity, value }) => {
      const product = fromOwnJson<unknown>(value)
      const name = isObject(product) ? withoutPersonal(product.name ?? product.code) : null
      return typeof name === 'string' && name !== '' ? [[`${buyer_id} ${entity}`, name] as const] : []
    }),
  )
}

/** An effect as people read it before it happens: with the amount that the buyer always paid, where what it charges isn't known. */
export async function withKnownAmount(effect: Effect, merchant: string, buyerId: string | null): Promise<Effect> {
  if (buyerId === null || !effect.later.some(({ says }) => says.includes(amountUnknown))) return effect
  const paid = await lastPaid(await database(), merchant, [buyerId])
  return withUsualAmount(effect, { lastPaid: paid.get(buyerId) ?? null })
}

/** The newest charge of each buyer that received money, of those that passed through. */
async function lastPaid(store: Database, merchant: string, buyerIds: string[]): Promise<Map<string, ApprovalAbout['lastPaid']>> {
  const ranked = store
    .selectFrom('directory_charges')
    .select(['buyer_id', 'amount_given', 'currency', 'day', 'last_four'])
    .select(sql<number>`row_number() over (partition by buyer_id order by day desc, charge_id)`.as('place'))
    .select(sql<string>`min(amount_given || currency) over (partition by buyer_id)`.as('least'))
    .select(sql<string>`max(amount_given || currency) over (partition by buyer_id)`.as('most'))
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', buyerIds)
    .where('status', 'in', ['settled', 'captured'])
    .where('told_by', '=', 'read')
    .where('day', '!=', '')
  const rows = await store.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute()
  return new Map(
    rows.map(({ buyer_id, amount_given: amount, currency, day, last_four, least, most }) => [
      buyer_id,
      { amount, currency, day, card: last_four === '' ? null : last_four, isUsual: least === most },
    ]),
  )
}
