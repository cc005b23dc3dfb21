import 'server-only'
import { sql, type Transaction } from 'kysely'
import { formatDay } from '@/lib/core/dates'
import { maskTyped } from '@/lib/core/masking'
import { invalid, problem } from '@/lib/core/problem'
import { inPlainSight } from '@/lib/core/unseen'
import type { Tables } from '@/lib/database/schema'
import { describeMoneyBack, isMoneyBack } from '../money-back'
import type { WentBack } from '../refund'
import type { RefundRow } from './refund-row'

type Reading = Pick<Transaction<Tables>, 'selectFrom'>
type OfBuyer = Pick<RefundRow, 'id' | 'merchant' | 'buyer_id'>

/** Of each refund's buyer the newest event that tells of money that went back. */
export async function wentBackTo(store: Reading, rows: readonly OfBuyer[]): Promise<Map<string, WentBack>> {
  if (rows.length === 0) return new Map()
  const events = await store
    .selectFrom('events')
    .select(['merchant', 'buyer_id', 'action', 'received_at'])
    .where(sql<boolean>`${sql.raw(isMoneyBack)}`)
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
      const wentBack = newest.get(`${merchant} ${buyer_id}`)
      return wentBack ? [[id, wentBack] as const] : []
    }),
  )
}

/** Those of some refunds of which such an event came after somebody last said why money should still leave. */
export async function unexplained(store: Reading, rows: readonly OfBuyer[]): Promise<Map<string, WentBack>> {
  const wentBack = await wentBackTo(store, rows)
  if (wentBack.size === 0) return wentBack
  const said = await store
    .selectFrom('refund_steps')
    .select(({ fn }) => ['refund_id', fn.max('at').as('at')])
    .where('refund_id', 'in', [...wentBack.keys()])
    .where('despite', 'is not', null)
    .groupBy('refund_id')
    .execute()
  for (const { refund_id, at } of said) if (at >= (wentBack.get(refund_id)?.at ?? '')) wentBack.delete(refund_id)
  return wentBack
}

/** An event came after the person looked, so what they entered can't be about it. */
export const newerEvent = () =>
  problem(
    'conflict',
    'Another event says that money went back to this buyer. It came after you opened this request, so nothing was saved. Check the buyer’s charges, then decide again.',
    { code: 'changed' },
  )

/** Why money should leave although events say that it may have gone back. Throws `invalid` where nothing was said. */
export function requireReason(wentBack: readonly WentBack[], given: string | null): string {
  const said = given?.trim() ?? ''
  if (inPlainSight(said) !== '') return maskTyped(said)
  const { action, at } = wentBack.reduce((newest, each) => (each.at > newest.at ? each : newest))
  const whose = wentBack.length === 1 ? 'to this buyer' : `to the buyers of ${wentBack.length} of these refunds`
  throw invalid([{ field: 'despite', title: 'Enter why the refund should still be made' }], {
    detail: `${describeMoneyBack(action)}, says an event of ${formatDay(at.slice(0, 10))}. Money may have gone back ${whose} already, so nothing was saved. Check their charges, then enter why the refund should still be made.`,
  })
}
