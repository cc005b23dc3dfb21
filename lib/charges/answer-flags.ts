import { daysBetween, serviceTime } from '@/lib/core/dates'
import { type Flag, isPaidTwice, type Known, onDay, proofBy, proofOf, recent } from './answer-parts'
import { declineWords } from './decline-words'
import { missingOf } from './history-pieces'
import { chargeMoney } from './money-words'
import { isReadable, type OrderFacts } from './order-facts'
import { isVoucher } from './outcome'

/** From so many days on the age of an open voucher is worth a word. */
const patience = 7

/** Two equal orders within so many minutes look like one that was bought twice. */
const closeMinutes = 10

/** `subject` is the order the answer is about; `today` a day key in the merchant account's zone. */
export type Situation = { subject: OrderFacts; readable: readonly OrderFacts[]; history: Known; today: string }

type Look = (situation: Situation) => Flag | null

/** What an agent must not overlook: the gravest there is, or null. */
export function flagOf(situation: Situation): Flag | null {
  for (const look of [paidTwice, equalOrders, unread, unknownStatus, openVoucher, decline, nonePaidTwice]) {
    const found = look(situation)
    if (found) return found
  }
  return null
}

/** An action whose outcome nobody knows goes before all else. */
export const unconfirmedFlag = (verb: string): Flag => ({
  kind: 'unconfirmed',
  says: `“${verb}” isn’t confirmed. Check it before you answer.`,
  proof: null,
})

const paidTwice: Look = ({ subject, readable }) => {
  if (isPaidTwice(subject)) {
    const says = 'It may be a double payment, or a charge plus its service fee. Check before you refund.'
    return { kind: 'deferred', says, proof: proofOf(subject) }
  }
  const other = readable.find(isPaidTwice)
  if (!other) return null
  const which = readable.indexOf(other) < readable.indexOf(subject) ? 'A newer' : 'An older'
  return {
    kind: 'deferred',
    says: `${which} order was paid more than once${onDay(other.order.createdAt)}.`,
    proof: proofOf(other),
  }
}

const equalOrders: Look = ({ subject, readable }) => {
  const from = Math.max(0, readable.indexOf(subject) - recent / 2)
  const paidOnce = readable.slice(from, from + recent).filter(({ charges }) => charges.received.length === 1)
  for (const [index, later] of paidOnce.entries()) {
    const earlier = paidOnce[index + 1]
    const apart = earlier && minutesApart(later, earlier)
    const sale = saleOf(later)
    if (!earlier || apart == null || apart > closeMinutes || sale === null || sale !== saleOf(earlier)) continue
    const [charge] = later.charges.received
    const money = charge ? chargeMoney(charge, later.order) : ''
    const says = `Two orders of ${money} for the same product were made within ${closeMinutes} minutes, and both were paid.`
    return { kind: 'deferred', says, proof: proofOf(later) }
  }
  return null
}

/** What makes two orders look like one: products, amount and currency; null where a product is not named. */
function saleOf({ order, charges: { received } }: OrderFacts): string | null {
  const products = order.products.map(({ id, code, name }) => id ?? code ?? name)
  if (products.length === 0 || products.includes(null)) return null
  return JSON.stringify([products, received.map((charge) => chargeMoney(charge, order))])
}

function minutesApart(later: OrderFacts, earlier: OrderFacts): number | null {
  const [one, other] = [later, earlier].map(({ order }) => serviceTime(order.createdAt))
  if (!one || !other || one.zone !== other.zone) return null
  const moment = ({ day, time }: { day: string; time: string }) => Date.parse(`${day}T${time}Z`)
  return Math.abs(moment(one) - moment(other)) / 60_000
}

const unread: Look = ({ history }) => {
  const gaps = history.orders.filter((order) => !isReadable(order))
  const [first] = gaps
  if (!first) return null
  const says =
    gaps.length === 1
      ? 'We couldn’t read 1 order. It isn’t counted.'
      : `We couldn’t read ${gaps.length} orders. They aren’t counted.`
  return { kind: 'neutral', says, proof: first.orderId === null ? null : { orderId: first.orderId, chargeIds: [] } }
}

const unknownStatus: Look = ({ readable }) => {
  const found = readable.find(({ charges }) => charges.other.length > 0)
  const status = found?.charges.other[0]?.status
  if (!found || status === undefined) return null
  const says = `A charge has the status “${status}”, which we don’t recognise. It isn’t counted as received.`
  return { kind: 'neutral', says, proof: proofBy(found, found.charges.other) }
}

const openVoucher: Look = ({ subject, today }) => {
  const { order, charges, state } = subject
  const open = charges.open.find(({ status }) => status === 'deferred')
  const day = serviceTime(open?.createdAt ?? order.createdAt)?.day
  if (!open || day === undefined) return null
  const age = daysBetween(day, today)
  if (age < patience) return null
  const thing = isVoucher(open) ? 'voucher' : 'deferred payment'
  const says =
    state === 'received'
      ? `The ${thing} is still open after ${age} days. Don’t ask for it again.`
      : `The ${thing} has been open for ${age} days. If it stays unpaid, it’s declined automatically.`
  return { kind: 'deferred', says, proof: proofBy(subject, [open]) }
}

const decline: Look = ({ subject }) => {
  const last = subject.charges.lost.at(-1)
  if (subject.state !== 'lost' || !last) return null
  const reason = declineWords(last)
  return { kind: 'declined', says: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, proof: proofBy(subject, [last]) }
}

const nonePaidTwice: Look = ({ readable, history }) =>
  readable.length > 1 && missingOf(history) === null ? { kind: 'settled', says: 'No order was paid twice.', proof: null } : null
