import { daysBetween, secondsFrom, serviceTime } from '@/lib/core/dates'
import type { Charge } from '../operations/schemas/charge-history'
import { dayOfCharge, type Flag, isPaidTwice, type Known, onDay, proofBy, proofOf, recent, sentence } from './answer-parts'
import { describeDecline } from './decline-words'
import { missingOf } from './history-pieces'
import { chargeMoney } from './money-words'
import { isReadable, type OrderFacts } from './order-facts'
import { isVoucher } from './outcome'
import { isBelowZero } from './status'

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
    const says = hasEqualCharges(subject)
      ? 'It looks like a double payment. The history doesn’t mark service fees, so check with the provider before you refund.'
      : 'It may be a double payment, or a charge plus its service fee. Check with the provider before you refund.'
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

const hasEqualCharges = ({ order, charges: { received } }: OrderFacts) =>
  new Set(received.map((charge) => chargeMoney(charge, order))).size === 1

const equalOrders: Look = ({ subject, readable }) => {
  const from = Math.max(0, readable.indexOf(subject) - recent / 2)
  const paidOnce = readable.slice(from, from + recent).filter(({ charges }) => charges.received.length === 1)
  for (const [index, later] of paidOnce.entries()) {
    const earlier = paidOnce[index + 1]
    const apart = earlier && secondsFrom(earlier.order.createdAt, later.order.createdAt)
    const sale = saleOf(later)
    if (!earlier || apart == null || Math.abs(apart) > closeMinutes * 60 || sale === null || sale !== saleOf(earlier)) continue
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
  const [charge] = found?.charges.other ?? []
  if (!found || !charge) return null
  const what = `${chargeMoney(charge, found.order)}${dayOfCharge(charge, found.order)}`
  const says = isBelowZero(charge)
    ? `The service lists a charge of ${what}. It isn’t counted as received, and nothing says that it’s a refund. Ask finance what it is.`
    : `A charge of ${what} has the status “${charge.status}”, which we don’t recognise. It isn’t counted as received. Ask finance what it means.`
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
      ? `The ${thing} is still open after ${age} days. Don’t ask the buyer to pay it.`
      : `The ${thing} has been open for ${age} days. If it stays unpaid, it expires automatically.`
  return { kind: 'deferred', says, proof: proofBy(subject, [open]) }
}

const decline: Look = ({ subject }) => {
  const last = subject.charges.lost.at(-1)
  if (subject.state !== 'lost' || !last) return null
  return { kind: 'declined', says: whyDeclined(last), proof: proofBy(subject, [last]) }
}

function whyDeclined(charge: Charge): string {
  const reason = describeDecline(charge)
  if (reason === describeDecline({ code: null })) return 'The service gave no reason.'
  return reason === `code ${charge.code}` ? `The only reason given is ${reason}.` : sentence(reason)
}

const nonePaidTwice: Look = ({ readable, history }) =>
  readable.length > 1 && missingOf(history) === null ? { kind: 'settled', says: 'No order was paid twice.', proof: null } : null
