import { formatDay, longDay, serviceTime } from '@/lib/core/dates'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { declineWordsOutside } from './decline-words'
import { formatMoney } from './money-words'
import { factsOf, type OrderFacts, productTitle } from './order-facts'
import { attemptPlace, isVoucher } from './outcome'
import { methodName } from './payment-method-words'
import { describeOpenStatus, familyKinds, familyOf, familyOfCharge, type OutcomeKind } from './status'

/** What is handed out about one charge: no e-mail, no name, and of ids only the order's, which is its number. */
export type Counterfoil = {
  chargeId: string
  title: string
  amount: string
  currency: string
  usd: string | null
  isReceived: boolean
  kind: OutcomeKind
  /** As the service sent it. */
  status: string
  facts: { term: string; says: string }[]
  number: string
}

/** One for each charge that was received, otherwise one for the attempt that says how far the order came; none before any attempt. */
export function counterfoilsOf(order: Order): Counterfoil[] {
  const facts = factsOf(order)
  const { received } = facts.charges
  if (received.length > 0)
    return received.map((charge, index) =>
      counterfoilOf(facts, charge, received.length === 1 ? 'Paid once' : `Payment ${index + 1} of ${received.length}`),
    )
  const last = facts.charges[facts.state].at(-1)
  return last ? [counterfoilOf(facts, last, unpaidTitle(facts, last))] : []
}

/** The counterfoil as plain text. */
export function counterfoilText({ title, amount, currency, usd, status, facts, number }: Counterfoil): string {
  const inUsd = usd === null ? '' : ` (${formatMoney(usd, 'USD')} per the service)`
  return [
    `${title}: ${formatMoney(amount, currency)}${inUsd}, ${status}`,
    ...facts.map(({ term, says }) => `${term}: ${says}`),
    `Counterfoil ${number}`,
  ].join('\n')
}

function unpaidTitle({ state }: OrderFacts, { status }: Charge): string {
  if (state === 'lost') return 'Not paid'
  if (state === 'other') return 'Not counted as paid'
  return status === 'authorized' ? 'Reserved, not collected' : 'Not paid yet'
}

function counterfoilOf(facts: OrderFacts, charge: Charge, title: string): Counterfoil {
  const { order } = facts
  const family = familyOfCharge(charge)
  return {
    chargeId: charge.chargeId,
    title,
    amount: charge.amount,
    currency: currencyOf(charge, order),
    usd: charge.amountInUsd,
    isReceived: family === 'received',
    kind: familyKinds[family],
    status: charge.status,
    facts: factsAbout(facts, charge),
    number: numberOf(order.orderId),
  }
}

const longest = 8

/** The service's order ids are short. A longer one is cut, so that no whole id is handed out. */
const numberOf = (orderId: string) => (orderId.length > longest ? `${orderId.slice(0, longest)}…` : orderId)

function factsAbout(facts: OrderFacts, charge: Charge): Counterfoil['facts'] {
  const { order, attempts } = facts
  const isReceived = familyOfCharge(charge) === 'received'
  const products = order.products.map(productTitle).filter((title) => title !== null)
  const place = attempts.length > 1 ? `, at the ${attemptPlace(facts, charge)}` : ''
  const others = attempts.map((attempt) => attempt.charge).filter((other) => other !== charge)
  const pairs: [string, string | null][] = [
    ['When', formatMoment(charge)],
    ['For', products.join(', ') || null],
    ['With', `${methodName(charge.paymentMethod)}${place}`],
    ['On the statement', isReceived ? charge.descriptor : null],
    ['Reason', familyOf(charge.status) === 'lost' ? declineWordsOutside(charge) : null],
    ['Took nothing', listed(others.filter(tookNothing), order)],
    ['Still open', listed(others.filter(isHeld), order, ({ status }) => `, ${describeOpenStatus(status)}`)],
    ['Not counted', listed(others.filter(isUnknown), order, ({ status }) => `, “${status}”`)],
  ]
  return pairs.flatMap(([term, says]) => (says === null || says === '' ? [] : [{ term, says }]))
}

// What the bank or the provider has begun may hold money, so it isn't said to have taken nothing.
const begun = new Set(['created', 'redirected', 'deferred'])
const tookNothing = ({ status }: Charge) => familyOf(status) === 'lost' || begun.has(status)
const isHeld = ({ status }: Charge) => familyOf(status) === 'open' && !begun.has(status)
const isUnknown = (charge: Charge) => familyOfCharge(charge) === 'other'

/** So many attempts are named; more are counted. */
const maxNamed = 3

function listed(charges: readonly Charge[], order: Order, after: (charge: Charge) => string = () => ''): string {
  if (charges.length > maxNamed) return `${charges.length} other attempts`
  return charges.map((charge) => `${attemptName(charge)} of ${formatChargeTime(charge, order)}${after(charge)}`).join(', ')
}

function attemptName(charge: Charge): string {
  if (isVoucher(charge)) return 'voucher'
  if (charge.status === 'declined' || charge.status === 'failed') return `${charge.status} attempt`
  return charge.status === 'deferred' ? 'deferred payment' : 'attempt'
}

function formatChargeTime({ createdAt }: Charge, order: Order): string {
  const at = serviceTime(createdAt)
  if (!at) return 'an unknown time'
  const clock = at.time.slice(0, 5)
  return at.day === serviceTime(order.createdAt)?.day ? clock : `${formatDay(at.day)}, ${clock}`
}

function formatMoment({ createdAt }: Charge): string | null {
  const at = serviceTime(createdAt)
  return at ? `${longDay(at.day)}, ${at.time}${at.zone} service time` : createdAt
}
