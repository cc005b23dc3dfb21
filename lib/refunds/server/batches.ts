import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { countOf } from '@/lib/core/count-of'
import { csv } from '@/lib/core/csv'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import { sumByCurrency } from '@/lib/core/money'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { type Claim, idUsed } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { asWritten, requireAsRecorded } from '@/lib/journal/row-digests'
import { closedTo, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { type Batch, type BatchOffer, describePlace } from '../refund'
import { type KeptCharge, type RefundRow, recordStep, shownCharge } from './refund-row'
import { requireReason, unexplained } from './went-back'

type Place = Pick<BatchOffer, 'merchant' | 'provider' | 'mid'>

/** What waits for a file, by where it goes, and the newest files that were made. */
export async function listBatches(person: Person): Promise<{ offers: BatchOffer[]; batches: Batch[] }> {
  const store = await database()
  const closed = new Set(closedTo(person))
  const waiting = await unbatched(store).select(['id', 'buyer_id', 'merchant', 'provider', 'mid', 'currency', 'amount']).execute()
  const doubtful = await unexplained(store, waiting)
  const made = await store
    .selectFrom('refund_batches')
    .select(['id', 'merchant', 'provider', 'mid', 'count', 'person', 'made_at'])
    .$if(closed.size > 0, (query) => query.where('merchant', 'not in', [...closed]))
    .orderBy('made_at', 'desc')
    .limit(20)
    .execute()
  const isOpen = ({ merchant }: { merchant: string }) => !closed.has(merchant)
  const places = groupBy(waiting.filter(isOpen), ({ merchant, provider, mid }) => JSON.stringify([merchant, provider, mid]))
  return {
    offers: [...places.values()].flatMap((rows) => {
      const [first] = rows
      if (!first) return []
      const sums = [...sumByCurrency(rows)].map(([currency, amount]) => ({ currency, amount }))
      const { merchant, provider, mid } = first
      return [
        { merchant, provider, mid, count: rows.length, unexplained: rows.filter(({ id }) => doubtful.has(id)).length, sums },
      ]
    }),
    batches: made.map(({ made_at, ...batch }) => ({ ...batch, madeAt: made_at })),
  }
}

/**
 * Makes the file of everything approved for one provider and mid that no file holds yet. `despite`: why also those go into it whose money may
 * have gone back since they were approved. Throws `invalid` where there are such and nothing was said, `conflict` where nothing is left for one.
 */
export async function makeBatch(person: Person, id: string, given: Place & { despite?: string | null }, claim?: Claim) {
  const { despite = null, ...place } = given
  requireMerchant(person, place.merchant)
  const store = await database()
  return store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    const at = new Date().toISOString()
    const row = { id, ...place, count: 0, person: person.name, made_at: at, file: '' }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('refund_batches')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw idUsed()
    const rows = await taken(tx, id, place)
    if (rows.length === 0)
      throw problem(
        'conflict',
        'There’s nothing left to export here. A colleague may have just created the file. Reload the list.',
        {
          code: 'nothing_left',
        },
      )
    for (const each of rows) await requireAsRecorded(tx, 'refunds', { ...each, batch_id: null, version: each.version - 1 })
    const doubtful = await unexplained(tx, rows)
    const reason = doubtful.size === 0 ? null : requireReason([...doubtful.values()], despite)
    for (const each of rows)
      await recordStep(tx, each, {
        id: randomUUID(),
        kind: 'batched',
        at,
        account_id: person.accountId,
        person: person.name,
        note: id,
        despite: doubtful.has(each.id) ? reason : null,
      })
    const file = fileOf(rows, place, at)
    await tx.updateTable('refund_batches').set({ count: rows.length, file }).where('id', '=', id).execute()
    await append(tx, {
      kind: 'refund-file',
      actionId: id,
      accountId: person.accountId,
      person: person.name,
      operation: null,
      merchant: place.merchant,
      buyerId: null,
      ticket: null,
      rows: await asWritten(tx, ['refund_batches', id]),
      detail: { file: id, provider: place.provider, mid: place.mid, refunds: rows.length },
    })
    const batch = await batchRow(tx, id)
    await claim?.keep(tx, batch)
    return batch
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
  if (!row) throw problem('notFound', 'We couldn’t find that file.')
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
    const { providerTransaction, orderId, createdAt } = shownCharge(fromOwnJson<KeptCharge>(row.charge))
    return [
      ...[providerTransaction ?? '', row.amount, row.currency, row.charge_id, orderId, createdAt ?? ''],
      ...[row.provider ?? '', row.mid ?? '', row.id, row.asked_at],
    ]
  })
  return csv([
    [`Refunds for ${describePlace(place)}, ${countOf(rows.length, 'row')}, nothing left out, created ${at}`],
    columns,
    ...lines,
  ])
}
