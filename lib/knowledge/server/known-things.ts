import 'server-only'
import type { Database } from '@/lib/database/open'
import type { Known, KnownThing } from '@/lib/operations/effects/effect'
import { factsOf } from './facts'

/** What is known of a buyer and of each thing of theirs, by entity and field. */
export async function knownThings(
  merchant: string,
  buyerId: string | null | undefined,
  store?: Database,
): Promise<Map<string, KnownThing>> {
  const things = new Map<string, Record<string, Known<unknown>>>()
  if (!buyerId) return things
  for (const { entity, field, ...known } of await factsOf(merchant, buyerId, undefined, store)) {
    things.set(entity, { ...things.get(entity), [field]: known })
  }
  return things
}
