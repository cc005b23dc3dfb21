import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import type { Fact } from '@/lib/operations/effects/facts'
import { saveRows } from './facts'

// Statements of a few lengths only: the embedded database prepares each length once and keeps it.
const maxRowsAtOnce = 64

/** Keeps every other writer of facts about these buyers waiting until the transaction ends, so that what is compared with them holds. */
export const lockFactsOfMany = (tx: Transaction<Tables>, merchant: string, buyers: readonly { buyerId: string }[]) =>
  growVersions(
    tx,
    merchant,
    buyers.toSorted((a, b) => (a.buyerId < b.buyerId ? -1 : 1)),
    0,
  )

/** In one order for everybody, so that two writers wait for each other and never both for ever. */
async function growVersions(tx: Transaction<Tables>, merchant: string, ordered: readonly { buyerId: string }[], by: number) {
  await tx
    .insertInto('known_versions')
    .values(ordered.map(({ buyerId }) => ({ merchant, buyer_id: buyerId, version: by })))
    .onConflict((conflict) =>
      conflict.columns(['merchant', 'buyer_id']).doUpdateSet((row) => ({ version: row('known_versions.version', '+', by) })),
    )
    .execute()
}

/** Takes in facts of many buyers at once, all of them news: each buyer's version grows. The buyers are distinct. */
export async function saveFactsForMany(
  tx: Transaction<Tables>,
  factsOfBuyers: readonly { buyerId: string; news: readonly Fact[] }[],
  witness: { merchant: string; source: 'import'; person: string; at: Date },
): Promise<void> {
  const { merchant, source, person, at } = witness
  const buyers = factsOfBuyers.filter(({ news }) => news.length > 0).toSorted((a, b) => (a.buyerId < b.buyerId ? -1 : 1))
  if (buyers.length === 0) return
  await growVersions(tx, merchant, buyers, 1)
  const rows = buyers.flatMap(({ buyerId, news }) =>
    news.map(({ entity, field, value }) => ({
      merchant,
      buyer_id: buyerId,
      entity,
      field,
      value: JSON.stringify(value ?? null),
      observed_at: at.toISOString(),
      source,
      operation: null,
      person,
    })),
  )
  for (let from = 0; from < rows.length; from += maxRowsAtOnce) await saveRows(tx, rows.slice(from, from + maxRowsAtOnce))
}
