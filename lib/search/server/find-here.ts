import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import type { Database } from '@/lib/database/open'
import type { Clue } from '../clue'
import type { Reading, SearchHit } from '../search-reading'
import { type FoundCharge, findCharges, resolveClues } from './find-charges'
import { type FoundKey, findKeys, givenWhole, vague } from './find-keys'
import { type BareHit, chargeHit, hitOfCharge, hitsOfKeys, named } from './hits'

const max = 20

/**
 * Who is found in the directory by a typed text: ids and other keys, and charges where the text tells something of one. With `isWhole`
 * nobody by a part of a personal value.
 */
export async function findHere(
  store: Database,
  merchant: string,
  { readAs, text, isWhole = false }: { readAs: Reading; text: string; isWhole?: boolean | undefined },
): Promise<SearchHit[]> {
  const found = await findKeys(store, merchant, text, max)
  const keys = isWhole ? givenWhole(found) : found
  const exact = readAs === 'lastFour' ? [] : keys.filter(({ kind, match }) => match === 'exact' && !vague.has(kind))
  if (exact.length > 0) return named(store, merchant, await withCharges(store, merchant, hitsOfKeys(exact)))
  const charges = await chargesFor(store, merchant, { readAs, text, isWhole }, keys)
  const buyerIds = new Set(charges.map(({ buyerId }) => buyerId))
  const bare = hitsOfKeys(keys.filter(({ kind, buyerId }) => kind !== 'card' || !buyerIds.has(buyerId)))
  const byKeys = await withCharges(store, merchant, bare.slice(0, max))
  const shown = new Set(byKeys.flatMap(({ charge }) => (charge ? [charge.chargeId] : [])))
  const more = charges.filter(({ charge }) => charge && !shown.has(charge.chargeId))
  const all = readAs === 'lastFour' ? [...more, ...byKeys] : [...byKeys, ...more]
  return named(store, merchant, all.slice(0, max))
}

async function chargesFor(
  store: Database,
  merchant: string,
  { readAs, text, isWhole }: { readAs: Reading; text: string; isWhole: boolean },
  keys: readonly FoundKey[],
): Promise<BareHit[]> {
  const isDescriptor = keys.some(({ kind }) => kind === 'descriptor')
  const kind: Clue['kind'] | null = readAs === 'lastFour' ? 'lastFour' : isDescriptor ? 'descriptor' : null
  if (kind === null) return []
  return oneEach(
    await findCharges(store, merchant, await resolveClues(store, merchant, [{ kind, values: [text], currency: null }], isWhole)),
  )
}

/** The newest charge of each buyer: that a card or a descriptor is on all of them is said once. */
function oneEach(charges: readonly FoundCharge[]): BareHit[] {
  return [...groupBy(charges, ({ row }) => row.buyer_id).values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const hit = hitOfCharge(first)
    return [{ ...hit, reason: some.length > 1 ? `${hit.reason} (${some.length} charges)` : hit.reason }]
  })
}

async function withCharges(store: Database, merchant: string, hits: readonly (BareHit & { thing: string })[]) {
  const known = await chargesOf(store, merchant, hits)
  return hits.map(({ thing, ...hit }) => ({ ...hit, charge: known.get(thing) ?? null }))
}

/** The charges that keys were found on; a key of an order tells the order alone. */
async function chargesOf(store: Database, merchant: string, hits: readonly { thing: string }[]) {
  const things = hits.flatMap(({ thing }) => (thing.length === 36 ? [thing] : []))
  if (things.length === 0) return new Map<string, ReturnType<typeof chargeHit>>()
  const rows = await store
    .selectFrom('directory_charges')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('charge_id', 'in', things)
    .execute()
  return new Map(rows.map((row) => [row.charge_id, chargeHit(row)]))
}
