import { serviceTime } from '@/lib/core/dates'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { factsOf } from './order-facts'
import { describeMethod } from './payment-method-words'

/** A payment method as charge history shows it: nothing tells whether it can still be charged. */
export type MethodSeen = {
  words: string
  method: Charge['paymentMethod']
  attempts: number
  received: number
  lastDay: string | null
}

/** Each distinct method once, the last used first. */
export function methodsSeen(orders: readonly Order[]): MethodSeen[] {
  const seen = new Map<string, MethodSeen>()
  for (const { charge, family } of orders.flatMap((order) => factsOf(order).attempts)) {
    if (charge.paymentMethod === null) continue
    const words = describeMethod(charge.paymentMethod)
    const day = serviceTime(charge.createdAt)?.day ?? null
    const known = seen.get(words) ?? { words, method: charge.paymentMethod, attempts: 0, received: 0, lastDay: null }
    seen.set(words, {
      ...known,
      attempts: known.attempts + 1,
      received: known.received + (family === 'received' ? 1 : 0),
      lastDay: (day ?? '') > (known.lastDay ?? '') ? day : known.lastDay,
    })
  }
  return [...seen.values()].toSorted((a, b) => (b.lastDay ?? '').localeCompare(a.lastDay ?? ''))
}
