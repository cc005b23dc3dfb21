import 'server-only'
import type { Known, KnownThing } from '@/lib/operations/effects/effect'
import { factsOf } from '../knowledge/facts'

/** What is known of a buyer and of each thing of theirs, by entity and field. */
export async function knownThings(merchant: string, buyerId: string | null | undefined): Promise<Map<string, KnownThing>> {
  const things = new Map<string, Record<string, Known<unknown>>>()
  if (!buyerId) return things
  for (const { entity, field, ...known } of await factsOf(merchant, buyerId)) {
    things.set(entity, { ...things.get(entity), [field]: known })
  }
  return things
}
