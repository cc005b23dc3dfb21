import type { OrderOrGap } from '../operations/schemas/charge-history'
import { type OrderState, type PickedField, pickedFields, stateOf, valuesOf } from './filter'

/** How many of the orders hold each value; the most frequent first. */
export type Facets = { states: Record<OrderState, number> } & Record<PickedField, { value: string; count: number }[]>

export function facetsOf(orders: readonly OrderOrGap[]): Facets {
  const states = { received: 0, declined: 0, open: 0, other: 0 }
  for (const order of orders) states[stateOf(order)] += 1
  const picked = pickedFields.map((field) => [field, countOf(orders.flatMap((order) => valuesOf(order, field)))])
  return { states, ...(Object.fromEntries(picked) as Record<PickedField, { value: string; count: number }[]>) }
}

function countOf(values: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
