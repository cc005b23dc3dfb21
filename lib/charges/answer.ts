import { formatInterval, secondsFrom, serviceTime } from '@/lib/core/dates'
import type { ReplyPart } from '@/lib/core/reply-part'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { flagOf, unconfirmedFlag } from './answer-flags'
import {
  dayOfCharge,
  type Flag,
  isPaidTwice,
  type Known,
  type OfRefunds,
  proofBy,
  proofOf,
  recent,
  type Statement,
  sentence,
  whole,
} from './answer-parts'
import { missingOf, noCharges } from './history-pieces'
import { chargeMoney } from './money-words'
import { factsOf, isReadable, type OrderFacts } from './order-facts'
import { attemptPlace, isVoucher } from './outcome'
import { describeOpenStatus, familyKinds, isBelowZero, type OutcomeKind } from './status'
import { whatToTell } from './what-to-tell'

/** What happened to a buyer's money, in sentences that may be repeated to them. */
export type Answer = {
  kind: OutcomeKind
  /** Two or three words for the sum of money received: `paid once`. */
  word: string
  headline: Statement
  /** What took nothing, or how many orders were paid. */
  also: Statement | null
  /** What not to overlook; only the gravest. */
  flag: Flag | null
  /** To be sent to the buyer; null where nothing is certain enough. */
  reply: readonly ReplyPart[] | null
}

type Beside = {
  /** A day key in the merchant account's zone. */
  today: string
  /** The verb of the newest action that is unconfirmed. */
  unconfirmed: string | null
  /** What became of refunds that were requested, by the order they are of. */
  refunds?: ReadonlyMap<string, OfRefunds>
}

/** The answer to what an agent is asked first; null before anything was read. It never speaks of what could not be read. */
export function answerOf(history: Known, { today, unconfirmed, refunds }: Beside): Answer | null {
  if (history.state === 'loading') return null
  const readable = newestFirst(history.orders.filter(isReadable)).map(factsOf)
  const [newest] = readable
  const urgent = unconfirmed === null ? null : unconfirmedFlag(unconfirmed)
  if (newest === undefined || history.state === 'failed') return { ...withoutOrders(history), flag: urgent }
  const twice = readable.slice(0, recent).find(isPaidTwice)
  const subject = twice ?? newest
  const ofRefunds = refunds?.get(subject.order.orderId)
  const isOnly = history.orders.length === 1 && missingOf(history) === null
  return {
    ...stateOf(subject, readable, { isOnly, isWhole: missingOf(history) === null }),
    headline: { says: headlineOf(subject, isOnly ? null : lastOf(history)), proof: proofOf(subject) },
    also: isOnly || twice ? besideIt(subject) : countsOf(readable, history),
    flag: urgent ?? ofRefunds?.flag ?? flagOf({ subject, readable, history, today }),
    reply: whatToTell(subject, history.orders, ofRefunds?.reply),
  }
}

/**
 * The answer about one order, wherever in the history it is; null where it is not among what was read. Its flag speaks of the orders around
 * it, too.
 */
export function answerAbout(orderId: string, history: Known, { today, unconfirmed, refunds }: Beside): Answer | null {
  const readable = newestFirst(history.orders.filter(isReadable)).map(factsOf)
  const subject = readable.find(({ order }) => order.orderId === orderId)
  if (!subject) return null
  const isOnly = history.orders.length === 1 && missingOf(history) === null
  const urgent = unconfirmed === null ? null : unconfirmedFlag(unconfirmed)
  const ofRefunds = refunds?.get(orderId)
  return {
    ...stateOf(subject, [subject], { isOnly: true, isWhole: true }),
    headline: { says: headlineOf(subject, isOnly ? null : 'This order'), proof: proofOf(subject) },
    also: besideIt(subject),
    flag: urgent ?? ofRefunds?.flag ?? flagOf({ subject, readable, history, today }),
    reply: whatToTell(subject, history.orders, ofRefunds?.reply),
  }
}

function newestFirst(orders: readonly Order[]): Order[] {
  const timed = orders.map((order) => ({ order, time: timeOf(order) }))
  return timed.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)).map(({ order }) => order)
}

function timeOf({ createdAt }: Order): string {
  const at = serviceTime(createdAt)
  return at ? `${at.day} ${at.time}` : ''
}

/** Where no sum can be given. */
export const notLoaded = 'not loaded'

function withoutOrders(history: Known): Omit<Answer, 'flag'> {
  const missing = missingOf(history)
  if (missing === null) {
    const reply: ReplyPart[] = [{ key: 'noOrder' }]
    return { kind: 'neutral', word: 'no orders', headline: whole('No orders.'), also: whole(noCharges), reply }
  }
  const also = whole(`${missing.says} Refresh before you answer.`)
  return { kind: 'neutral', word: notLoaded, headline: whole('We don’t know what was paid.'), also, reply: null }
}

/** The sum beside it is of all orders, so the word is, too. */
function stateOf(
  { state, charges }: OrderFacts,
  readable: readonly OrderFacts[],
  { isOnly, isWhole }: { isOnly: boolean; isWhole: boolean },
): Pick<Answer, 'kind' | 'word'> {
  const receipts = charges.received.length
  if (receipts > 1) return { kind: 'deferred', word: receipts === 2 ? 'paid twice' : `paid ${receipts} times` }
  const paid = readable.filter((facts) => facts.state === 'received').length
  if (!isOnly && state !== 'received' && isWhole) {
    const word = `${paid.toLocaleString('en')} of ${readable.length.toLocaleString('en')} orders paid`
    return { kind: familyKinds[state], word: paid === 0 ? 'no order paid' : word }
  }
  if (isOnly || state !== 'received') {
    const last = isOnly ? '' : 'last order '
    const words = { received: 'paid once', open: 'not paid yet', lost: 'not paid', other: 'not counted as paid' }
    return { kind: familyKinds[state], word: `${last}${words[state]}` }
  }
  return { kind: 'settled', word: paid === 1 ? '1 paid order' : `${paid.toLocaleString('en')} paid orders` }
}

/** One that could not be read has no date, and may be newer than all others. */
const lastOf = ({ orders }: Known) => (orders.every(isReadable) ? 'The last order' : 'The last order we could read')

/** `which` names the order; null where there is no other, so that the sentence needs not say it. */
function headlineOf(facts: OrderFacts, which: string | null): string {
  const { order, charges, state, attempts } = facts
  const [paid] = charges.received
  if (paid && charges.received.length > 1) return `${paidOften(facts)}.`
  if (paid) {
    const first = which === null ? 'Paid once' : `${which} was paid`
    const at = attempts.length > 1 && which === null ? ` at the ${attemptPlace(facts, paid)}` : ''
    return `${first}, ${chargeMoney(paid, order)}${dayOfCharge(paid, order)}${at}.`
  }
  const [lost, open, other] =
    which === null
      ? ['Not paid', 'Not paid yet', 'Not counted as paid']
      : [`${which} wasn’t paid`, `${which} isn’t paid yet`, `${which} isn’t counted as paid`]
  const last = attempts.filter(({ family }) => family === state).at(-1)?.charge
  if (!last) return `${lost}, because no payment was attempted.`
  const charge = `${chargeMoney(last, order)}${dayOfCharge(last, order)}`
  if (state === 'lost') return `${lost}, ${charge} ${last.status === 'failed' ? 'failed' : 'was declined'}.`
  if (state === 'open') return `${open}, ${describeOpen(last, order)}.`
  return `${other}, ${isBelowZero(last) ? `the service lists ${charge}` : `${charge} has the status “${last.status}”`}.`
}

function paidOften({ order, charges: { received } }: OrderFacts): string {
  const times = received.length === 2 ? 'Paid twice' : `Paid ${received.length} times`
  const money = new Set(received.map((charge) => chargeMoney(charge, order)))
  const days = new Set(received.map((charge) => dayOfCharge(charge, order)))
  if (days.size > 1)
    return `${times}, ${listed(received.map((charge) => `${chargeMoney(charge, order)}${dayOfCharge(charge, order)}`))}`
  const amounts = money.size === 1 ? `${received.length} × ${[...money][0]}` : listed([...money])
  return `${times}, ${amounts}${[...days][0] ?? ''}`
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** An open charge in the middle of a sentence. */
function describeOpen(charge: Charge, order: Order): string {
  const amount = chargeMoney(charge, order)
  const day = dayOfCharge(charge, order)
  const since = day === '' ? '' : ` since${day.slice(' on'.length)}`
  if (charge.status === 'deferred')
    return `${isVoucher(charge) ? 'a voucher' : 'a deferred payment'} for ${amount} has been open${since}`
  if (charge.status === 'authorized') return `${amount} was authorised${day} and hasn’t been collected`
  return `a payment of ${amount}${day} is ${describeOpenStatus(charge.status)}`
}

/** What the other attempts of the only order came to. */
function besideIt(facts: OrderFacts): Statement | null {
  const { order, charges, state } = facts
  if (isPaidTwice(facts)) return { says: describeTogether(facts), proof: proofOf(facts) }
  const isDeferred = ({ status }: Charge) => status === 'deferred'
  const vouchers = state === 'received' ? charges.open.filter(isDeferred) : []
  const open = state === 'received' ? charges.open.filter((charge) => !isDeferred(charge)) : []
  const other = state === 'other' ? [] : charges.other
  const lost = state === 'lost' && charges.lost.length === 1 ? [] : charges.lost
  const nothing = [
    ...counted(vouchers, vouchers.every(isVoucher) ? 'voucher' : 'deferred payment'),
    ...counted(lost, lost.every(({ status }) => status === 'failed') ? 'failed attempt' : 'declined attempt'),
  ]
  const sentences = [
    ...(nothing.length === 0 ? [] : [`The ${nothing.join(' and the ')} took nothing.`]),
    ...open.map((charge) => sentence(describeOpen(charge, order))),
    ...(other.length === 0 ? [] : [describeUncounted(other)]),
  ]
  return sentences.length === 0
    ? null
    : { says: sentences.join(' '), proof: proofBy(facts, [...vouchers, ...lost, ...open, ...other]) }
}

const describeUncounted = (other: readonly Charge[]): string =>
  other.every(isBelowZero)
    ? 'A charge of less than zero isn’t counted.'
    : 'An attempt with a status we don’t recognise isn’t counted.'

/** What the charges of an order that was paid more than once have in common. */
function describeTogether({ order, charges: { received } }: OrderFacts): string {
  const names = new Set(order.products.map(({ name }) => name))
  const [name] = names
  const product = names.size === 1 && name ? `, ${name}` : ''
  if (received.length > 2) return `The ${received.length} charges are for one order${product}.`
  const apart = secondsFrom(received[0]?.createdAt ?? null, received[1]?.createdAt ?? null)
  return `The two charges are for one order${product}${apart === null ? '' : howFarApart(Math.abs(apart))}.`
}

/** `, 40 seconds apart`; nothing from two hours on, where the days say it. */
function howFarApart(seconds: number): string {
  if (seconds === 0) return ', made in the same second'
  return seconds < 7_200 ? `, ${formatInterval(seconds)} apart` : ''
}

const counted = (charges: readonly Charge[], thing: string): string[] =>
  charges.length === 0 ? [] : [charges.length === 1 ? thing : `${charges.length} ${thing}s`]

function countsOf(readable: readonly OrderFacts[], history: Known): Statement {
  const paid = readable.filter(({ state }) => state === 'received').length
  const among = missingOf(history)?.among ?? null
  const count = paid.toLocaleString('en')
  if (among !== null) return whole(`${count} paid ${among}.`)
  const all = readable.length.toLocaleString('en')
  if (paid === readable.length) return whole(paid === 2 ? 'Both orders were paid.' : `All ${all} orders were paid.`)
  if (paid === 0) return whole(readable.length === 2 ? 'Neither order was paid.' : `None of the ${all} orders was paid.`)
  return whole(`${count} of ${all} orders ${paid === 1 ? 'was' : 'were'} paid.`)
}
