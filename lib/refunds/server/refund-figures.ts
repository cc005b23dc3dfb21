import 'server-only'
import { dayMs } from '@/lib/core/dates'
import { type Money, sumByCurrency } from '@/lib/core/money'
import { database } from '@/lib/database/open'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { RefundAge, RefundFigures } from '../refund-figures'
import { listBatches } from './batches'

const ages: readonly { label: string; from: number; to: number }[] = [
  { label: 'Over 3 days', from: 3, to: Number.POSITIVE_INFINITY },
  { label: '2 to 3 days', from: 2, to: 3 },
  { label: '1 to 2 days', from: 1, to: 2 },
  { label: 'Under a day', from: 0, to: 1 },
]

/** What waits in Refunds: requests by age, what goes into the next files, and what the provider hasn't confirmed. */
export async function refundFigures(person: Person, now = Date.now()): Promise<RefundFigures> {
  const store = await database()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('refunds')
    .select(['state', 'batch_id', 'waiting_since', 'currency', 'amount'])
    .where('state', 'in', ['waiting', 'approved'])
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .execute()
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const sent = rows.filter(({ state, batch_id }) => state === 'approved' && batch_id !== null)
  const { offers } = await listBatches(person)
  return {
    waiting: waiting.length,
    oldest: waiting.map(({ waiting_since }) => waiting_since).toSorted()[0] ?? null,
    ages: ages.map(({ label, from, to }): RefundAge => {
      const of = waiting.filter(({ waiting_since }) => {
        const days = (now - Date.parse(waiting_since)) / dayMs
        return days >= from && days < to
      })
      return { label, isOld: from >= 2, count: of.length, sums: sumsOf(of) }
    }),
    offers,
    sent: { count: sent.length, sums: sumsOf(sent) },
  }
}

const sumsOf = (rows: readonly Money[]): Money[] => [...sumByCurrency(rows)].map(([currency, amount]) => ({ currency, amount }))
