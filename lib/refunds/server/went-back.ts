import 'server-only'
import { sql } from 'kysely'
import type { Database } from '@/lib/database/open'
import type { WentBack } from '../refund'
import type { RefundRow } from './refund-row'

/** Of each refund's buyer the newest event, since the charge was made, that tells of money that went back. */
export async function wentBackTo(store: Database, rows: readonly RefundRow[]): Promise<Map<string, WentBack>> {
  if (rows.length === 0) return new Map()
  const events = await store
    .selectFrom('events')
    .select(['merchant', 'buyer_id', 'action', 'received_at'])
    // Written exactly as in the index of migration 042.
    .where(sql<boolean>`action in ('event_refund', 'event_void', 'event_chargeback', 'manual_chargeback')`)
    .where('state', 'in', ['taken', 'older', 'differs'])
    .where(
      'buyer_id',
      'in',
      rows.map(({ buyer_id }) => buyer_id),
    )
    .orderBy('received_at')
    .execute()
  const newest = new Map(
    events.map(({ merchant, buyer_id, action, received_at }) => [
      `${merchant} ${buyer_id}`,
      { action: action ?? '', at: received_at },
    ]),
  )
  return new Map(
    rows.flatMap(({ id, merchant, buyer_id }) => {
      const told = newest.get(`${merchant} ${buyer_id}`)
      return told ? [[id, told] as const] : []
    }),
  )
}
