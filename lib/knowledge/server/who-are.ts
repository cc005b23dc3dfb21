import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { maskEmail, maskName } from '@/lib/core/masking'
import type { Database } from '@/lib/database/open'

/** Whom a buyer id is of, as far as is known: the masked e-mail or else the masked name, and the country. */
export type Who = { title: string | null; country: string | null }

/** Whom buyer ids of a merchant account are of. */
export async function whoAre(store: Database, merchant: string, buyerIds: readonly string[]): Promise<(buyerId: string) => Who> {
  const ids = [...new Set(buyerIds)]
  const facts =
    ids.length === 0
      ? []
      : await store
          .selectFrom('facts')
          .select(['buyer_id', 'field', 'value'])
          .where('merchant', '=', merchant)
          .where('buyer_id', 'in', ids)
          .where('entity', '=', 'buyer')
          .where('field', 'in', ['email', 'name', 'country'])
          .execute()
  const values = new Map(facts.map(({ buyer_id, field, value }) => [`${buyer_id} ${field}`, fromOwnJson<unknown>(value)]))
  const text = (buyerId: string, field: string) => {
    const value = values.get(`${buyerId} ${field}`)
    return typeof value === 'string' && value !== '' ? value : null
  }
  return (buyerId) => {
    const email = text(buyerId, 'email')
    const name = text(buyerId, 'name')
    return { title: email ? maskEmail(email) : name && maskName(name), country: text(buyerId, 'country') }
  }
}
