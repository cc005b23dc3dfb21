import { serviceTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { sum } from '@/lib/core/money'
import type { Order } from '../operations/schemas/charge-history'
import { factsOf } from './order-facts'

/** Money received in one currency by month, oldest first; `month` is `YYYY-MM`, amounts are decimal strings. */
export function receivedByMonth(
  orders: readonly Order[],
  currency: string,
  lastMonth: string,
  count = 12,
): { month: string; amount: string }[] {
  const received = orders
    .filter((order) => (order.currency ?? '') === currency)
    .flatMap((order) => factsOf(order).charges.received)
    .flatMap(({ createdAt, amount }) => {
      const day = serviceTime(createdAt)?.day
      return day ? [{ month: day.slice(0, 7), amount }] : []
    })
  const byMonth = groupBy(received, ({ month }) => month)
  return monthsUntil(lastMonth, count).map((month) => ({
    month,
    amount: sum((byMonth.get(month) ?? []).map(({ amount }) => amount)),
  }))
}

function monthsUntil(lastMonth: string, count: number): string[] {
  const [year = '0', month = '1'] = lastMonth.split('-')
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(Number(year), Number(month) - count + index, 1)).toISOString().slice(0, 7),
  )
}
