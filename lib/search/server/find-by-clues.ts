import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import type { Database } from '@/lib/database/open'
import type { Clue } from '../clue'
import type { SearchHit } from '../search-reading'
import { type FoundCharge, findCharges, resolveClues } from './find-charges'
import { type BareHit, hitOfCharge, named } from './hits'

const max = 20
/** Charges that fit as well as the best but for this much are worth showing. */
const slack = 1

/** The charges that fit clues best, and whom an e-mail or an id names where none of their charges does. */
export async function findByClues(
  store: Database,
  merchant: string,
  clues: readonly Clue[],
  /** `buyers`: whom the service names for the e-mails; `isWhole`: nobody by a part of a personal value. */
  { buyers = [], isWhole }: { buyers?: readonly string[]; isWhole?: boolean | undefined } = {},
): Promise<SearchHit[]> {
  const query = await resolveClues(store, merchant, clues, isWhole)
  for (const buyerId of buyers) query.buyers.set(buyerId, { by: 'e-mail', isExact: true })
  const charges = fewOfEach(worthShowing(await findCharges(store, merchant, query)))
  const shown = new Set(charges.map(({ buyerId }) => buyerId))
  const saysMore = query.amounts.length + query.days.length + query.lastFours.length > 0
  const alone: BareHit[] = [...query.buyers]
    .filter(([buyerId, { isExact }]) => isExact && !shown.has(buyerId))
    .map(([buyerId, { by }]) => ({
      buyerId,
      reason: `${by.charAt(0).toUpperCase()}${by.slice(1)} matches${saysMore ? ', none of the charges loaded so far does' : ''}`,
      match: 'clues',
      charge: null,
    }))
  return named(store, merchant, [...alone, ...charges].slice(0, max))
}

/**
 * Charges that fit nearly as well as the best, and of a buyer of whom one fits in all only such. Where clues tell a buyer and nothing of a
 * charge, none of the buyer's charges is meant more than another.
 */
function worthShowing(found: readonly FoundCharge[]): FoundCharge[] {
  const most = Math.max(0, ...found.map(({ fit }) => fit.matched.length + fit.near.length))
  const isWhole = ({ fit }: FoundCharge) => fit.near.length + fit.missed.length === 0
  const whole = new Set(found.filter(isWhole).map(({ row }) => row.buyer_id))
  return found.filter((charge) => {
    const fits = [...charge.fit.matched, ...charge.fit.near]
    const isOfCharge = fits.some((words) => !ofBuyer.has(words))
    return isOfCharge && fits.length >= Math.max(1, most - slack) && (isWhole(charge) || !whole.has(charge.row.buyer_id))
  })
}

const maxOrders = 3

/** A few orders of each buyer: somebody who pays the same every month has many that fit alike, and they say how many. */
function fewOfEach(found: readonly FoundCharge[]): BareHit[] {
  const ofBuyers = groupBy(found, ({ row }) => row.buyer_id)
  return found.flatMap((charge) => {
    const alike = (ofBuyers.get(charge.row.buyer_id) ?? []).filter(({ fit }) => fit.score === charge.fit.score)
    const orders = [...new Set(alike.map(({ row }) => row.order_id))]
    const place = orders.indexOf(charge.row.order_id)
    if (place >= maxOrders) return []
    const hit = hitOfCharge(charge)
    return [orders.length > maxOrders ? { ...hit, reason: `${hit.reason} (and ${orders.length - 1} more orders like it)` } : hit]
  })
}

const ofBuyer = new Set(['e-mail', 'id', 'name', 'part of the name'])
