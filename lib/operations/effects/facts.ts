import type { Subscription } from '../schemas/subscription'

/** Something that an answer says of a buyer, or of a thing of theirs. */
export type Fact = { entity: string; field: string; value: unknown }

export const factsOfThing = (entity: string, thing: Record<string, unknown>): Fact[] =>
  Object.entries(thing).map(([field, value]) => ({ entity, field, value }))

/** What only the list tells (service-facts 3.3) is not forgotten because a command's answer leaves it out. */
export function subscriptionFacts({ id, product, isTokenized, ...rest }: Subscription): Fact[] {
  const fields = { ...rest, ...(product === null ? {} : { product }), ...(isTokenized === null ? {} : { isTokenized }) }
  return factsOfThing(`subscription:${id}`, fields)
}
