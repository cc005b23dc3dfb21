import { inZone, iso, minute } from '@/lib/core/dates'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { ServiceClock } from '@/lib/operations/effects/renews-on'
import type { Reading, SubscriptionSaid } from './reading'

/** What was sent, as far as an event can be about it. `sentAt` is a moment by our clock. */
export type Act = {
  actionId: string
  operation: string
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

type Fits = (act: Act, said: SubscriptionSaid, action: string) => boolean

/** Of a subscription, the one event by which the service tells that it did what was asked. What the buyer or a timer did tells nothing. */
const ofSubscription: Record<string, Fits> = {
  changeAutochargeStatus: ({ body: { autochargeStatus: on } }, { autocharge }, action) =>
    action === `subscription_manual_auto_charge_${on === true ? 'on' : 'off'}` && autocharge === on,
  changeExpirationDate: ({ body: { expirationDate: day } }, { endDate }, action) =>
    action === 'subscription_manual_end_date' && endDate !== null && endDate.slice(0, 10) === day,
  downgradeSubscription: (_, __, action) => action === 'subscription_manual_downgrade',
}

/**
 * Whether an event tells that an act was done, so that a read of the service may settle it. An event is unsigned and settles nothing by
 * itself. It never tells that something was not done. Buyers and tokens are told of by no event, and what may move money is left to people.
 */
export function mayProve(act: Act, { reading, receivedAt }: Heard, clock: ServiceClock): boolean {
  const { thing, action, buyer, isDoubled } = reading
  if (isDoubled || receivedAt < act.sentAt) return false
  // An order is paid when the buyer likes; our id in it is what tells it from every other.
  if (act.operation === 'createInitialOrder') return thing?.kind === 'charge' && actionOfOrder(thing.of.metaData) === act.actionId
  if (buyer.id === null || buyer.id !== act.buyerId) return false
  if (act.operation === 'changeBuyerEmail') return isSameText(buyer.email, act.body.email)
  const fits = ofSubscription[act.operation]
  if (!fits || thing?.kind !== 'subscription' || act.target !== `subscription:${thing.of.id}`) return false
  return fits(act, thing.of, action) && isOfThatTime(reading.saidAt, act.sentAt, clock)
}

const isSameText = (one: string | null, other: unknown) =>
  one !== null && typeof other === 'string' && one.trim().toLowerCase() === other.trim().toLowerCase()

/** An event may come late, and then be about an earlier act of the same kind. */
function isOfThatTime(saidAt: string | null, sentAt: number, { zone, ahead = 0 }: ServiceClock): boolean {
  if (saidAt === null) return false
  const [from, until] = [sentAt + ahead - earlyMs, sentAt + ahead + lateMs].map((moment) => {
    if (/(?:Z|[+-]\d\d:?\d\d)$/.test(saidAt)) return iso(moment)
    const { day, time } = inZone(moment, zone)
    return `${day} ${time}`
  })
  const said = /(?:Z|[+-]\d\d:?\d\d)$/.test(saidAt) ? iso(Date.parse(saidAt.replace(' ', 'T'))) : saidAt.slice(0, 19)
  return said >= (from ?? '') && said <= (until ?? '')
}
