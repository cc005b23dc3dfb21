import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import type { KeyKind } from '@/lib/database/directory-tables'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { describeFit } from '../fits'
import type { ChargeHit, SearchHit } from '../search-reading'
import type { FoundCharge } from './find-charges'
import { type FoundKey, vague } from './find-keys'

/** A hit before it is told who the buyer is. */
export type BareHit = Omit<SearchHit, 'title' | 'country'>

const subjects: Record<KeyKind, string> = {
  buyer: 'Buyer id',
  email: 'E-mail',
  name: 'Name',
  nameWord: 'Name',
  order: 'Order id',
  charge: 'Charge id',
  transaction: 'Provider transaction',
  subscription: 'Subscription id',
  method: 'Payment method id',
  token: 'Token',
  card: 'Last four of a card',
  descriptor: 'Descriptor',
}

const matchLabels = { exact: (subject: string) => `${subject}, exact`, prefix: begins, fragment: contains }

function begins(subject: string): string {
  return `${subject} starts with your search`
}
function contains(subject: string): string {
  return `${subject} contains your search`
}

/** Keys as hits, one for each buyer and thing: exact ones first, then beginnings, then parts. A word of a name is a part of the name. */
export function hitsOfKeys(found: readonly FoundKey[]): (BareHit & { thing: string })[] {
  const ranks = { exact: 0, prefix: 1, fragment: 2 }
  const judged = found
    .filter(({ buyerId }) => buyerId !== '')
    .map((key) => ({ ...key, match: key.kind === 'nameWord' ? ('fragment' as const) : key.match }))
    .toSorted((a, b) => ranks[a.match] - ranks[b.match])
  const ofThings = groupBy(judged, ({ buyerId, thing }) => `${buyerId} ${thing}`)
  return [...ofThings.values()]
    .flatMap((some) => some.slice(0, 1))
    .map(({ buyerId, kind, match, thing }) => ({
      // A namesake may just not be known here, so a name opens nobody by itself.
      buyerId,
      match: vague.has(kind) && match === 'exact' ? ('prefix' as const) : match,
      thing,
      charge: null,
      reason: kind === 'buyer' && match === 'exact' ? 'Buyer id. Opens directly.' : matchLabels[match](subjects[kind]),
    }))
}

export const hitOfCharge = ({ row, fit }: FoundCharge): BareHit => ({
  buyerId: row.buyer_id,
  reason: describeFit(fit),
  match: 'clues',
  charge: chargeHit(row),
})

export const chargeHit = (row: Tables['directory_charges']): ChargeHit => ({
  chargeId: row.charge_id,
  orderId: row.order_id,
  amount: row.amount_given,
  currency: row.currency,
  day: row.day,
  status: row.status,
  lastFour: row.last_four,
  descriptor: row.descriptor,
  seenOn: row.seen_on,
  isHint: row.told_by === 'event',
})

/** Adds to hits whom they are about, masked. */
export async function named(store: Database, merchant: string, hits: readonly BareHit[]): Promise<SearchHit[]> {
  const who = await whoAre(
    store,
    merchant,
    hits.map(({ buyerId }) => buyerId),
  )
  return hits.map((hit) => ({ ...hit, ...who(hit.buyerId) }))
}
