import type { OrderDigest } from './order-digest'
import { type OrderState, type PickedField, pickedFields } from './order-filter'

/** How many of the orders hold each value; the most frequent first. */
export type Facets = { states: Record<OrderState, number> } & Record<PickedField, { value: string; count: number }[]>

/** A field with more values than this is searched, not picked from. */
const maxValues = 100

/** Facets that grow order by order. */
export class FacetCount {
  private readonly states: Record<OrderState, number> = { received: 0, declined: 0, open: 0, other: 0 }
  private readonly values = Object.fromEntries(pickedFields.map((field) => [field, new Map<string, number>()]))

  add({ state, picks }: Pick<OrderDigest, 'state' | 'picks'>): void {
    this.states[state] += 1
    for (const field of pickedFields) {
      const counts = this.values[field]
      for (const value of picks[field]) counts?.set(value, (counts.get(value) ?? 0) + 1)
    }
  }

  facets(): Facets {
    const picked = pickedFields.map((field) => [
      field,
      [...(this.values[field] ?? [])]
        .map(([value, count]) => ({ value, count }))
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, maxValues),
    ])
    return { states: { ...this.states }, ...(Object.fromEntries(picked) as Omit<Facets, 'states'>) }
  }
}

export function facetsOf(digests: Iterable<OrderDigest>): Facets {
  const count = new FacetCount()
  for (const digest of digests) count.add(digest)
  return count.facets()
}
