import { serviceTime, shortDay } from '../dates'
import { sum } from '../money'
import type { Charge } from '../operations/schemas/charge-history'
import { methodName } from '../payment-method-words'
import { declineWords } from './decline-words'
import type { Rung } from './ladder'
import { moneyWords } from './money-words'
import type { OrderFacts } from './order-facts'
import { isVoucher } from './outcome'
import { openStatusWords } from './status'

/** What happened with an order, for the agent: one sentence per attempt and its cascade, then what it came to. */
export function whatHappened(facts: OrderFacts): string {
  if (facts.ladder.length === 0) return 'No attempt was made for this order, so no money was received.'
  const runs = runsIn(facts.ladder)
  const fruitless = runs.filter((run) => run.every(({ family }) => family === 'lost'))
  const many = runs.length > 4 && fruitless.length > 1
  const told = many ? runs.filter((run) => !fruitless.includes(run)) : runs
  const untold = many ? [`${fruitless.flat().length} attempts were declined or failed.`] : []
  return [...untold, ...told.map((run) => sentence(run, facts)), ending(facts)].join(' ')
}

// An attempt together with the cascades that followed from it.
function runsIn(ladder: readonly Rung[]): Rung[][] {
  const runs: Rung[][] = []
  ladder.forEach((rung, at) => {
    if (ladder[at - 1]?.joined) runs.at(-1)?.push(rung)
    else runs.push([rung])
  })
  return runs
}

function sentence(run: readonly Rung[], facts: OrderFacts): string {
  const first = run[0]
  if (!first) return ''
  if (run.length === 1) return single(first, facts)
  const rest = run.slice(1).map(({ charge }, at) => {
    const link = at === run.length - 2 ? ' and' : ','
    return `${link} ${then(charge)} ${sameSecond(run[at]?.charge, charge) ? 'in the same second' : when(charge, facts)}`
  })
  return `${opening(when(first.charge, facts))} ${method(first.charge)} was ${then(first.charge)}${rest.join('')}.`
}

function single({ charge, family }: Rung, facts: OrderFacts): string {
  const at = when(charge, facts)
  if (isVoucher(charge)) {
    if (charge.status === 'deferred') return `A voucher was issued ${at} and has not been paid.`
    if (family === 'received') return `A voucher issued ${at} was paid.`
    if (family === 'lost') return `A voucher issued ${at} ended ${charge.status}.`
  }
  if (family === 'open') return `An attempt ${at} with ${method(charge)} is ${openStatusWords(charge.status)}.`
  if (family === 'other')
    return `An attempt ${at} with ${method(charge)} came back as ${charge.status}, a value this desk does not know.`
  return `${opening(at)} ${method(charge)} was ${then(charge)}.`
}

function then(charge: Charge): string {
  const provider = charge.provider ?? 'the provider'
  if (charge.status === 'settled') return `accepted by ${provider}`
  if (charge.status === 'captured') return `accepted by ${provider} and collected after a hold`
  if (charge.status === 'declined') return `declined by ${provider} (${declineWords(charge)})`
  if (charge.status === 'failed') return `not processed by ${provider} for a technical reason (${declineWords(charge)})`
  return `answered by ${provider} with ${charge.status}`
}

function ending({ charges, state, order }: OrderFacts): string {
  const [one, ...more] = charges.received
  if (one && more.length === 0) return `The buyer paid ${moneyWords(one.amount, order.currency)} once.`
  if (one) {
    const total = moneyWords(sum(charges.received.map(({ amount }) => amount)), order.currency)
    return `${total} was received in ${charges.received.length} charges. This is a double payment or a main charge with its service fee: charge history does not tell them apart.`
  }
  if (state === 'lost') return 'No money was received.'
  return 'No money was received so far.'
}

function when(charge: Charge, { order }: OrderFacts): string {
  const at = serviceTime(charge.createdAt)
  if (!at) return 'at a time not told'
  const ofOrder = serviceTime(order.createdAt)
  return at.day === ofOrder?.day
    ? `at ${at.time.slice(0, 5)}`
    : `on ${shortDay(at.day, ofOrder?.day ?? '')} at ${at.time.slice(0, 5)}`
}

function sameSecond(a: Charge | undefined, b: Charge): boolean {
  return a !== undefined && a.createdAt !== null && a.createdAt === b.createdAt
}

const opening = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function method({ paymentMethod }: Charge): string {
  const name = methodName(paymentMethod)
  return name === '–' ? 'a payment method not told' : name
}
