import 'server-only'
import type { Transaction } from 'kysely'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { emailKeys, keyOf, type Note, nameKeys } from '@/lib/knowledge/server/note-of'
import type { Fact } from '@/lib/operations/effects/facts'
import type { ListedBuyer } from './buyer-in-row'

export type Compared = { buyerId: string; verdict: 'new' | 'changed' | 'unchanged'; news: Fact[]; note: Note }

/** What listed buyers would change. What the service itself said, or a person typed, is not overwritten by a list, which may be older. */
export async function compare(
  store: Database | Transaction<Tables>,
  merchant: string,
  listed: readonly ListedBuyer[],
): Promise<Compared[]> {
  const rows = await store
    .selectFrom('facts')
    .select(['buyer_id', 'entity', 'field', 'value', 'source'])
    .where('merchant', '=', merchant)
    .where(
      'buyer_id',
      'in',
      listed.map(({ buyerId }) => buyerId),
    )
    .execute()
  const known = new Map(rows.map((row) => [`${row.buyer_id} ${row.entity} ${row.field}`, row]))
  const familiar = new Set(rows.map(({ buyer_id }) => buyer_id))
  return listed.map((buyer) => {
    const news = factsIn(buyer).filter(({ entity, field, value }) => {
      const before = known.get(`${buyer.buyerId} ${entity} ${field}`)
      return before === undefined || (before.source === 'import' && before.value !== JSON.stringify(value))
    })
    const verdict = !familiar.has(buyer.buyerId) ? 'new' : news.length > 0 ? 'changed' : 'unchanged'
    return { buyerId: buyer.buyerId, verdict, news, note: noteIn(buyer) }
  })
}

function factsIn({ buyerId: _, subscriptionIds, tokens, products, ...listed }: ListedBuyer): Fact[] {
  const fields = { ...listed, ...(products.length > 0 ? { products } : {}), listed: true }
  return [
    ...Object.entries(fields).map(([field, value]) => ({ entity: 'buyer', field, value })),
    ...subscriptionIds.map((id) => ({ entity: `subscription:${id}`, field: 'listed', value: true })),
    ...tokens.map((id) => ({ entity: `token:${id}`, field: 'listed', value: true })),
  ]
}

const noteIn = ({ buyerId, email, name, subscriptionIds, tokens }: ListedBuyer): Note => ({
  buyerId,
  keys: [
    { kind: 'buyer', key: buyerId, thing: '' },
    ...emailKeys(email),
    ...(name ? nameKeys(name) : []),
    ...subscriptionIds.map((id) => ({ kind: 'subscription' as const, key: id, thing: '' })),
    ...tokens.map((id) => ({ kind: 'token' as const, key: keyOf(id), thing: '' })),
  ],
  charges: [],
})
