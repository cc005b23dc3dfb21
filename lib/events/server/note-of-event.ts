import 'server-only'
import { plainDecimal } from '@/lib/core/fold'
import { type DirectoryCharge, emailKeys, keyed, type Note, nameKeys, noted } from '@/lib/knowledge/server/note-of'
import type { ChargeSaid, Reading } from '../reading'

/**
 * What an event says that a buyer can be found by. `standing` is the event that holds of its charge, where one does: an event that came late
 * must not take a charge back to what it was. A charge that was read from the service stays as it was read.
 */
export function noteOfEvent(buyerId: string, { buyer, thing }: Reading, standing: Reading | null): Note {
  const keys = [...emailKeys(buyer.email), ...(buyer.name ? nameKeys(buyer.name) : [])]
  if (thing?.kind === 'subscription') keys.push(keyed('subscription', thing.of.id))
  if (thing?.kind === 'charge') {
    const { id, lastFour } = thing.of
    const orderId = short(thing.of.orderId)
    keys.push(keyed('charge', id, id))
    if (orderId) keys.push(keyed('order', orderId, orderId))
    if (lastFour) keys.push(keyed('card', lastFour, id))
  }
  const charge = standing?.thing?.kind === 'charge' ? chargeOf(standing.thing.of, standing.saidAt) : null
  return noted(buyerId, keys, charge ? [charge] : [])
}

/** The amount is that of the order: an event gives no other, and it is what was asked, not what was received. */
const chargeOf = ({ id, orderId, amount, currency, status, lastFour }: ChargeSaid, saidAt: string | null): DirectoryCharge => ({
  charge_id: id,
  order_id: short(orderId),
  amount: plainDecimal(short(amount)) ?? '',
  amount_given: short(amount),
  currency: short(currency),
  day: saidAt?.slice(0, 10) ?? '',
  last_four: short(lastFour),
  descriptor: '',
  status: short(status),
  told_by: 'event',
})

const longest = 64

/** Nothing of the service is longer than this, and a database limits what an index may hold. */
const short = (text: string | null): string => (text === null || text.length > longest ? '' : text)
