import 'server-only'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { maskEmail, maskName } from '@/lib/core/masking'
import type { Database } from '@/lib/database/open'

/** Whom a buyer id is of, as far as is known: the masked e-mail, else the masked name, else an e-mail or a name that charges carried; and the country. */
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
          .where('field', 'in', ['email', 'name', 'country', 'billing'])
          .execute()
  const values = new Map(facts.map(({ buyer_id, field, value }) => [`${buyer_id} ${field}`, fromOwnJson<unknown>(value)]))
  const text = (buyerId: string, field: string) => {
    const value = values.get(`${buyerId} ${field}`)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const nameless = ids.filter((id) => text(id, 'email') === null && text(id, 'name') === null)
  const seen = await emailsOfCharges(store, merchant, nameless)
  return (buyerId) => {
    const email = text(buyerId, 'email')
    const name = text(buyerId, 'name')
    const title = email ? maskEmail(email) : name && maskName(name)
    const billing = billedName(values.get(`${buyerId} billing`))
    return { title: title ?? seen.get(buyerId) ?? (billing && maskName(billing)), country: text(buyerId, 'country') }
  }
}

/** The name on the newest charge that carried any. */
function billedName(billing: unknown): string | null {
  if (!isObject(billing)) return null
  const words = [billing.firstName, billing.lastName].filter((word) => typeof word === 'string' && word !== '')
  return words.length > 0 ? words.join(' ') : null
}

/** The masked e-mail that charges of a buyer carried, by which the directory finds them; the one seen last where there were several. */
async function emailsOfCharges(store: Database, merchant: string, buyerIds: readonly string[]): Promise<Map<string, string>> {
  if (buyerIds.length === 0) return new Map()
  const keys = await store
    .selectFrom('directory_keys')
    .select(['buyer_id', 'key'])
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', buyerIds)
    .where('kind', '=', 'email')
    .orderBy('seen_on')
    .orderBy('id')
    .execute()
  return new Map(keys.map(({ buyer_id, key }) => [buyer_id, maskEmail(key)]))
}
