import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { columns } from '@/lib/operations/effects/rows'
import { env } from '@/lib/platform/env'
import { withoutPersonal } from '@/lib/service/failure'

type OfBuyer = {
  merchant: string
  buyer_id: string | null
  target?: string
  /** What an order is of, by the codes of its products. */
  ordered?: readonly { code: string; quantity: number }[]
}
/** What people call a buyer and the product of a subscription; null where it isn't known. */
type Names = { buyer: string | null; product: string | null }

/** Names for what the journal knows by id. They're looked up when it's read, so that an erased buyer has none. */
export async function namesFor(store: Database, rows: readonly OfBuyer[]): Promise<(row: OfBuyer) => Names> {
  const buyers = new Map<string, string | null>()
  const products = new Map<string, string | null>()
  for (const [merchant, some] of groupBy(rows, (row) => row.merchant)) {
    const ids = [...new Set(some.flatMap(({ buyer_id }) => buyer_id ?? []))]
    const who = await whoAre(store, merchant, ids)
    for (const id of ids) buyers.set(`${merchant} ${id}`, who(id).title)
    const things = [...new Set(some.flatMap(({ target }) => (target?.startsWith('subscription:') ? target : [])))]
    for (const { entity, value } of await productFacts(store, merchant, ids, things))
      products.set(`${merchant} ${entity}`, withoutPersonal(columns.product.words(fromOwnJson(value))))
  }
  return ({ merchant, buyer_id, target, ordered = [] }) => ({
    buyer: buyers.get(`${merchant} ${buyer_id}`) ?? null,
    product: products.get(`${merchant} ${target}`) ?? productsByCode(merchant, ordered),
  })
}

/** `2 × Plus 1 month, Extra storage`, as the merchant account's settings name them; null without a code. */
function productsByCode(merchant: string, ordered: NonNullable<OfBuyer['ordered']>): string | null {
  const known = env().merchants.find(({ code }) => code === merchant)?.products ?? []
  const named = ordered.map(({ code, quantity }) => {
    const name = known.find((product) => product.code === code)?.name ?? code
    return quantity > 1 ? `${quantity} × ${name}` : name
  })
  return named.join(', ') || null
}

async function productFacts(store: Database, merchant: string, buyerIds: string[], things: string[]) {
  if (buyerIds.length === 0 || things.length === 0) return []
  return store
    .selectFrom('facts')
    .select(['entity', 'value'])
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', buyerIds)
    .where('entity', 'in', things)
    .where('field', '=', 'product')
    .execute()
}
