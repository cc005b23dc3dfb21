import 'server-only'
import { dayIn } from '@/lib/core/dates'
import type { Database } from '@/lib/database/open'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { describeMoneyBack } from '@/lib/refunds/money-back'
import type { ListRow } from '../list-page'
import type { ListContext, NarrowRow } from './sources'

/** What events say of money that went back: whose and when, and no amount. */
export async function eventRows(
  store: Database,
  { merchant, zone }: ListContext,
  narrow: readonly NarrowRow[],
): Promise<ListRow[]> {
  const ids = narrow.map(({ k1 }) => k1)
  const found = await store
    .selectFrom('events')
    .select(['id', 'action', 'buyer_id', 'received_at'])
    .where('id', 'in', ids)
    .execute()
  const events = new Map(found.map((event) => [event.id, event]))
  const who = await whoAre(
    store,
    merchant,
    found.flatMap(({ buyer_id }) => buyer_id ?? []),
  )
  return ids.flatMap((id): ListRow[] => {
    const event = events.get(id)
    if (!event || event.buyer_id === null) return []
    const day = dayIn(Date.parse(event.received_at), zone)
    return [
      {
        key: id,
        buyerId: event.buyer_id,
        buyer: who(event.buyer_id).title,
        product: null,
        day,
        at: event.received_at,
        why: `${describeMoneyBack(event.action)}, from an event, not checked`,
        provider: null,
        amount: null,
        currency: null,
        person: null,
        refund: null,
        seen: day,
        orderId: null,
        chargeId: null,
      },
    ]
  })
}
