import 'server-only'
import type { Transaction } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { describeCommand } from '@/lib/operations/words'
import type { IncidentTableRow } from './store'

type Store = Database | Transaction<Tables>

/**
 * What the desk has done to the targets of these buyers beside this incident, or may have, the oldest first. A later action that came to nothing
 * takes nothing of it back.
 */
export async function actsOn(
  store: Store,
  { id, merchant }: Pick<IncidentTableRow, 'id' | 'merchant'>,
  buyerIds: readonly string[],
): Promise<Map<string, Act[]>> {
  if (buyerIds.length === 0) return new Map()
  const found = await store
    .selectFrom('actions')
    .select(['action_id', 'target', 'operation', 'request', 'person', 'state', 'settled_as'])
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', [...new Set(buyerIds)])
    .where((is) =>
      is.or([
        is('state', '=', 'done'),
        is.and([is('state', '=', 'unconfirmed'), is.or([is('settled_as', 'is', null), is('settled_as', '=', 'happened')])]),
      ]),
    )
    .where((is) => is.or([is('incident', 'is', null), is('incident', '<>', id)]))
    .orderBy('created_at')
    .execute()
  return groupBy(found, ({ target }) => target)
}

export type Act = Pick<Tables['actions'], 'action_id' | 'operation' | 'request' | 'person' | 'state' | 'settled_as'>

/** What a preview keeps of an action, to know it again: one that was unconfirmed and is known as applied by now is another. */
export const markOf = ({ action_id, ...act }: Act): string => (isKnownDone(act) ? action_id : `${action_id} unconfirmed`)

const isKnownDone = ({ state, settled_as }: Pick<Act, 'state' | 'settled_as'>) => state === 'done' || settled_as === 'happened'

/** The newest of what was done that a preview didn't know of, in words. A row that was previewed before previews kept them is taken as it is. */
export function actSince(acts: readonly Act[] = [], known: readonly string[] | undefined): string | null {
  const newest = known && acts.findLast((act) => !known.includes(markOf(act)))
  if (!newest) return null
  const words = `${describeCommand(newest.operation, fromOwnJson(newest.request))} by ${newest.person}`
  return known.includes(`${newest.action_id} unconfirmed`) ? `${words}, known as applied` : words
}
