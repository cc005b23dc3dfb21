import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { csv } from '@/lib/csv'
import { groupBy } from '@/lib/group-by'
import { sumByCurrency } from '@/lib/money'
import { problem } from '@/lib/problem'
import { type Batch, type BatchOffer, placeWords, type RefundedCharge } from '@/lib/refunds/refund'
import { closedTo, requireMerchant } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { noteStep, type RefundRow } from './refund-row'

type Place = Pick<BatchOffer, 'merchant' | 'provider' | 'mid'>

/** What waits for a file, by where it goes, and the newest files that were made. */
export async function listBatches(person: Person): Promise<{ offers: BatchOffer[]; batches: Batch[] }> {
  const store = await database()
  const waiting = await unbatched(store).select(['merchant', 'provider', 'mid', 'currency', 'amount']).execute()
  const made = await store
    .selectFrom('refund_batches')
    .select(['id', 'merchant', 'provider', 'mid', 'count', 'person', 'made_at'])
    .orderBy('made_at', 'desc')
    .limit(20)
    .execute()
  const closed = new Set(closedTo(person))
  const isOpen = ({ merchant }: { merchant: string }) => !closed.has(merchant)
  const places = groupBy(waiting.filter(isOpen), ({ merchant, provider, mid }) => JSON.stringify([merchant, provider, mid]))
  return {
    offers: [...places.values()].flatMap((rows) => {
      const [first] = rows
      if (!first) return []
      const sums = [...sumByCurrency(rows)].map(([currency, amount]) => ({ currency, amount }))
      return [{ merchant: first.merchant, provider: first.provider, mid: first.mid, count: rows.length, sums }]
    }),
    batches: made.filter(isOpen).map(({ made_at, ...batch }) => ({ ...batch, madeAt: made_at })),
  }
}

/**
 * Makes the file of everything approved for one provider and mid that no file holds yet. The same id again is the same file. Throws
 * `conflict` where nothing is left for one.
 */
export async function makeBatch(person: Person, id: string, place: Place): Promise<Batch> {
  requireMerchant(person, place.merchant)
  const store = await database()
  return store.transaction().execute(async (tx) => {
    const at = new Date().toISOString()
    const row = { id, ...place, count: 0, person: person.name, made_at: at, file: '' }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('refund_batches')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return batchRow(tx, id)
    const rows = await taken(tx, id, place)
    if (rows.length === 0)
      throw problem('conflict', 'Nothing approved is left for this file: a colleague may have just made it.', {
        code: 'nothing_left',
      })
    for (const each of rows)
      await noteStep(tx, each, {
        ...{ id: randomUUID(), kind: 'batched', at, account_id: person.accountId, person: person.name, note: id },
      })
    const file = fileOf(rows, place, at)
    await tx.updateTable('refund_batches').set({ count: rows.length, file }).where('id', '=', id).execute()
    return batchRow(tx, id)
  })
}

/** The file as it was made. Throws `notFound`. */
export async function batchFile(person: Person, id: string): Promise<Batch & { file: string }> {
  const store = await database()
  const row = await store.selectFrom('refund_batches').select('file').where('id', '=', id).executeTakeFirst()
  const batch = await batchRow(store, id)
  requireMerchant(person, batch.merchant)
  return { ...batch, file: row?.file ?? '' }
}

const unbatched = (store: Pick<Transaction<Tables>, 'selectFrom'>) =>
  store.selectFrom('refunds').where('state', '=', 'approved').where('batch_id', 'is', null)

async function taken(tx: Transaction<Tables>, batchId: string, { merchant, provider, mid }: Place): Promise<RefundRow[]> {
  return tx
    .updateTable('refunds')
    .set((row) => ({ batch_id: batchId, version: row('version', '+', 1) }))
    .where('state', '=', 'approved')
    .where('batch_id', 'is', null)
    .where('merchant', '=', merchant)
    .where('provider', 'is not distinct from', provider)
    .where('mid', 'is not distinct from', mid)
    .returningAll()
    .execute()
}

async function batchRow(store: Pick<Transaction<Tables>, 'selectFrom'>, id: string): Promise<Batch> {
  const row = await store
    .selectFrom('refund_batches')
    .select(['id', 'merchant', 'provider', 'mid', 'count', 'person', 'made_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem('notFound', 'There is no such file.')
  const { made_at, ...batch } = row
  return { ...batch, madeAt: made_at }
}

const columns = [
  ...['provider transaction', 'amount', 'currency', 'charge', 'order', 'charged (service time)'],
  ...['provider', 'mid', 'refund', 'asked (UTC)'],
]

function fileOf(rows: readonly RefundRow[], place: Place, at: string): string {
  const sorted = rows.toSorted((a, b) => a.asked_at.localeCompare(b.asked_at) || a.id.localeCompare(b.id))
  const lines = sorted.map((row) => {
    const { providerTransaction, orderId, createdAt } = JSON.parse(row.charge) as RefundedCharge
    return [
      ...[providerTransaction ?? '', row.amount, row.currency, row.charge_id, orderId, createdAt ?? ''],
      ...[row.provider ?? '', row.mid ?? '', row.id, row.asked_at],
    ]
  })
  return csv([[`Refunds for ${placeWords(place)}, ${rows.length} rows, nothing left out, made ${at}`], columns, ...lines])
}
