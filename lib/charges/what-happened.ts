import { serviceTime, shortDay } from '@/lib/core/dates'
import type { Charge } from '../operations/schemas/charge-history'
import type { OfRefunds } from './answer-parts'
import type { Attempt } from './attempts'
import { describeDecline } from './decline-words'
import { chargeMoney, formatMoney, totalOf } from './money-words'
import type { OrderFacts } from './order-facts'
import { isVoucher } from './outcome'
import { methodName } from './payment-method-words'
import { describeOpenStatus, isBelowZero } from './status'

/** Of an order that couldn't be read nothing is claimed. */
export const unreadableHappened =
  'We couldn’t read what the service sent for this order, so we can’t say whether money was received.'

/** What happened with an order, for the agent: one sentence per attempt and its cascade, then what it came to, with the refunds that were requested. */
export function whatHappened(facts: OrderFacts, refunds?: OfRefunds): string {
  if (facts.attempts.length === 0) return 'There was no payment attempt for this order, so no money was received.'
  const runs = runsIn(facts.attempts)
  const fruitless = runs.filter((run) => run.every(({ family }) => family === 'lost'))
  const many = runs.length > 4 && fruitless.length > 1
  const shown = many ? runs.filter((run) => !fruitless.includes(run)) : runs
  const others = many ? [`${fruitless.flat().length} attempts were declined or failed.`] : []
  return [...others, ...shown.map((run) => sentence(run, facts)), ending(facts, refunds)].join(' ')
}

// An attempt together with the cascades that followed from it.
function runsIn(attempts: readonly Attempt[]): Attempt[][] {
  const runs: Attempt[][] = []
  attempts.forEach((rung, index) => {
    if (attempts[index - 1]?.joined) runs.at(-1)?.push(rung)
    else runs.push([rung])
  })
  return runs
}

function sentence(run: readonly Attempt[], facts: OrderFacts): string {
  const first = run[0]
  if (!first) return ''
  if (run.length === 1) return single(first, facts)
  if (run.length > maxShown && run.slice(1, -1).every(({ family }) => family === 'lost')) return shortened(run, first, facts)
  const rest = run.slice(1).map(({ charge }, index) => {
    const link = index === run.length - 2 ? ' and' : ','
    return `${link} ${then(charge)} ${sameSecond(run[index]?.charge, charge) ? 'in the same second' : when(charge, facts)}`
  })
  return `${opening(when(first.charge, facts))} ${method(first.charge)} was ${then(first.charge)}${rest.join('')}.`
}

/** A longer run of cascades is told by its ends. */
const maxShown = 5

function shortened(run: readonly Attempt[], first: Attempt, facts: OrderFacts): string {
  const { charge: last } = run.at(-1) ?? first
  const begin = `${opening(when(first.charge, facts))} ${method(first.charge)} was ${then(first.charge)}`
  return `${begin}. ${run.length - 2} more attempts were declined or failed, and the last was ${then(last)} ${when(last, facts)}.`
}

function single({ charge, family }: Attempt, facts: OrderFacts): string {
  const at = when(charge, facts)
  if (isVoucher(charge)) {
    if (charge.status === 'deferred') return `A voucher was issued ${at} and hasn’t been paid.`
    if (family === 'received') return `A voucher issued ${at} was paid.`
    if (family === 'lost') return `A voucher issued ${at} wasn’t paid, and is ${charge.status}.`
  }
  if (family === 'open') return `An attempt ${at} with ${method(charge)} is ${describeOpenStatus(charge.status)}.`
  if (family === 'other' && isBelowZero(charge))
    return `An attempt ${at} with ${method(charge)} is ${charge.status} with ${chargeMoney(charge, facts.order)}, which is less than zero and isn’t counted.`
  if (family === 'other') return `An attempt ${at} with ${method(charge)} returned “${charge.status}”, which we don’t recognise.`
  return `${opening(at)} ${method(charge)} was ${then(charge)}.`
}

function then(charge: Charge): string {
  const provider = charge.provider ?? 'the provider'
  if (charge.status === 'settled') return `accepted by ${provider}`
  if (charge.status === 'captured') return `accepted by ${provider} and collected after a hold`
  if (charge.status === 'declined') return `declined by ${provider} (${describeDecline(charge)})`
  if (charge.status === 'failed') return `not processed by ${provider} (technical failure, ${describeDecline(charge)})`
  return `returned by ${provider} as ${charge.status}`
}

function ending({ charges, state, order }: OrderFacts, refunds: OfRefunds | undefined): string {
  const [one, ...more] = charges.received
  const after = refunds ? ` ${refunds.happened}` : ''
  if (one && more.length === 0) return `The buyer paid ${chargeMoney(one, order)} once.${after}`
  if (one) {
    const total = totalOf(order, charges.received)
    const money = total ? formatMoney(total.amount, total.currency) : 'money in more than one currency'
    const advice = ' The charge history doesn’t say which, so check with the provider before you refund.'
    const isOpen = !refunds || refunds.flag.kind === 'declined'
    return `We received ${money} in ${charges.received.length} charges. It may be a double payment, or a charge plus its service fee.${isOpen ? advice : ''}${after}`
  }
  if (state === 'lost') return 'No money was received.'
  return 'No money has been received so far.'
}

function when(charge: Charge, { order }: OrderFacts): string {
  const at = serviceTime(charge.createdAt)
  if (!at) return 'at an unknown time'
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
  return name === '–' ? 'an unknown payment method' : name
}
