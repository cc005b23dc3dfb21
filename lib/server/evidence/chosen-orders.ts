import 'server-only'
import { isReadable } from '@/lib/charges/order-facts'
import { getChargeHistory } from '@/lib/operations'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { invalid } from '@/lib/problem'
import { callFor, sending } from '../call'
import type { About } from '../charges/newest-first'
import { ask } from '../service/ask'

/**
 * The orders of a pack, unmasked, oldest first, with what of the wish could not be met. Only orders of this buyer come: an id of another
 * buyer is not among the service's answer (service-facts 2.13).
 */
export async function chosenOrders(
  { left, ...about }: About,
  orderIds: string[],
): Promise<{ orders: Order[]; leftOut: string[] }> {
  const { buyerId, ...who } = about
  const call = await callFor(getChargeHistory, { ...who, params: { buyerId }, search: { orderIds, limit: orderIds.length } })
  const { data } = await ask(getChargeHistory, sending(call), left)
  const wanted = data.filter(({ orderId }) => orderId !== null && orderIds.includes(orderId))
  const orders = wanted.filter(isReadable).toSorted((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''))
  if (orders.length === 0) throw invalid([{ field: 'orderIds', title: 'None of these orders of this buyer can be read' }])
  const found = new Set(wanted.map(({ orderId }) => orderId))
  const missing = orderIds.filter((orderId) => !found.has(orderId))
  const unreadable = wanted.filter((order) => !isReadable(order)).map(({ orderId }) => orderId)
  const leftOut = [
    ...missing.map((orderId) => `Order ${orderId}: the service did not give it.`),
    ...unreadable.map((orderId) => `Order ${orderId}: the service sent it in a form that cannot be read.`),
  ]
  return { orders, leftOut }
}
