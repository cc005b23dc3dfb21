import { inZone, minute } from '@/lib/core/dates'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { EventDetails, RuledCommand } from '@/lib/operations/declare/command-rules'
import type { ServiceClock } from '@/lib/operations/effects/renews-on'
import type { Reading } from './reading'

/** What was sent, as far as an event can be about it. `sentAt` is a moment by our clock. */
export type Act = {
  command: RuledCommand
  actionId: string
  buyerId: string | null
  target: string
  body: Record<string, unknown>
  sentAt: number
}

/** An event that was stored: what it says, and when it came by our clock. */
export type Heard = { reading: Reading; receivedAt: number }

/** The service may be so much before or behind what its clock showed, and takes so long at most with what it was sent. */
const earlyMs = 2 * minute
const lateMs = 6 * minute

/**
 * Whether an event tells that an act was done, so that a read of the service may settle it. An event is unsigned and settles nothing by
 * itself. It never tells that something was not done, and what may have moved money is left to people.
 */
export function mayProve({ command, ...act }: Act, { reading, receivedAt }: Heard, clock: ServiceClock): boolean {
  const { operation, rules } = command
  if (reading.isDoubled || receivedAt < act.sentAt) return false
  if (rules.neverAgain(act.body, { now: act.sentAt, clock }) !== null) return false
  if (!rules.provenBy(detailsOf(reading), act)) return false
  // An order is paid when the buyer likes, whoever that is; our id in it is what tells it from every other.
  if (operation.target === 'order') return true
  if (reading.buyer.id === null || reading.buyer.id !== act.buyerId) return false
  if (operation.target !== 'subscription') return true
  return act.target === `subscription:${reading.thing?.of.id}` && isOfThatTime(reading.saidAt, act.sentAt, clock)
}

function detailsOf({ action, buyer, thing }: Reading): EventDetails {
  const subscription = thing?.kind === 'subscription' ? thing.of : null
  return {
    action,
    email: buyer.email,
    autocharge: subscription?.autocharge ?? null,
    endDay: subscription?.endDate?.slice(0, 10) ?? null,
    orderOf: thing?.kind === 'charge' ? actionOfOrder(thing.of.metaData) : null,
  }
}

/** An event may come late, and then be about an earlier act of the same kind. */
function isOfThatTime(saidAt: string | null, sentAt: number, { zone, ahead = 0 }: ServiceClock): boolean {
  if (saidAt === null) return false
  const words = (moment: number) => {
    const { day, time } = inZone(moment, zone)
    return `${day} ${time}`
  }
  const postedAt = saidAt.slice(0, 19)
  return postedAt >= words(sentAt + ahead - earlyMs) && postedAt <= words(sentAt + ahead + lateMs)
}
