import { formatAmount } from '@/lib/core/money'
import { ordinal } from '@/lib/core/ordinal'
import type { Charge } from '../operations/schemas/charge-history'
import type { Attempt } from './attempts'
import { describeDecline } from './decline-words'
import type { OrderFacts } from './order-facts'
import { type MethodKind, methodKind } from './payment-method-words'
import { describeOpenStatus, familyKinds, isBelowZero, type OutcomeKind } from './status'

/**
 * What an order came to, in words. `badge` is a status as it came, for what needs a look; expected outcomes have none.
 * `note` adds what a second line has room for.
 */
export type Outcome = { kind: OutcomeKind; words: string; badge: string | null; note: string | null }

export function outcomeOf(facts: OrderFacts): Outcome {
  const { state, charges, attempts } = facts
  const base = { kind: familyKinds[state], badge: null, note: null }
  if (attempts.length === 0) return { ...base, words: 'No payment attempted' }
  if (charges.received.length > 1)
    return { ...base, words: receivedTimes(charges.received), note: `${countAttempts(attempts.length)}. Check before you reply.` }
  if (charges.received[0])
    return { ...base, words: paidAt(facts, charges.received[0]), note: besidePaid(facts, charges.received[0]) }
  const last = attempts.filter(({ family }) => family === state).at(-1)?.charge
  const status = last?.status ?? ''
  if (state === 'open') return { ...base, words: describeOpen(last), note: noteOfOpen(facts, last) }
  if (state === 'other' && last && isBelowZero(last))
    return { ...base, words: 'Less than zero, not counted as received', badge: status }
  if (state === 'other') return { ...base, words: `Unrecognised status “${status}”, not counted as received`, badge: status }
  return { ...base, words: `${countAttempts(attempts.length)}, no money received`, badge: status }
}

/** What an order came to in one line: `Paid`, `Paid at the 2nd attempt`, `Declined, insufficient funds, or a limit reached`. */
export function outcomeLine(facts: OrderFacts): string {
  const { state, charges, attempts } = facts
  const last = charges.lost.at(-1)
  if (state === 'received' && attempts.length === 1) return 'Paid'
  if (state !== 'lost' || !last) return outcomeOf(facts).words
  const times = charges.lost.length > 1 ? ` ${charges.lost.length} times` : ''
  return `${last.status === 'failed' ? 'Failed' : 'Declined'}${times}, ${describeDecline(last)}`
}

/** What one attempt came to, said under its order: `declined, took nothing`. */
export function attemptLine({ charge: { status }, family }: Attempt): string {
  if (family === 'received') return status
  if (family === 'lost') return `${status}, took nothing`
  if (family === 'other') return `“${status}”, not counted as received`
  return status === 'deferred' ? 'still open, took nothing' : describeOpenStatus(status)
}

/** `1 attempt`, `3 attempts`. */
export function countAttempts(count: number): string {
  return count === 1 ? '1 attempt' : `${count} attempts`
}

function receivedTimes(received: readonly Charge[]): string {
  const word = received.every(({ status }) => status === 'settled') ? 'Settled' : 'Received'
  return received.length === 2 ? `${word} twice` : `${word} ${received.length} times`
}

// Beside an open voucher, "once" answers the question a buyer asks, and attempts are counted by method.
function paidAt(facts: OrderFacts, paid: Charge): string {
  if (facts.charges.open.length > 0) return `Paid once, at the ${attemptPlace(facts, paid)}`
  const all = facts.attempts.map(({ charge }) => charge)
  return `Paid at the ${ordinal(placeAmong(all, paid))} attempt`
}

/** `2nd card attempt`: the place of an attempt among those of its method. */
export function attemptPlace({ attempts }: OrderFacts, charge: Charge): string {
  const kindOf = ({ paymentMethod }: Charge) => methodKind(paymentMethod?.type ?? null)
  const kind = kindOf(charge)
  const alike = attempts.map((attempt) => attempt.charge).filter((other) => kindOf(other) === kind)
  return `${ordinal(placeAmong(alike, charge))} ${attemptNames[kind]}`
}

const attemptNames: Record<MethodKind, string> = {
  card: 'card attempt',
  wallet: 'wallet attempt',
  voucher: 'voucher',
  bank: 'bank attempt',
  other: 'attempt',
}

const placeAmong = (charges: readonly Charge[], charge: Charge) => charges.indexOf(charge) + 1

function besidePaid({ attempts, charges }: OrderFacts, paid: Charge): string | null {
  const also = charges.other[0]
  if (also && isBelowZero(also)) return `also ${formatAmount(also.amount)}, less than zero and not counted`
  if (also) return `also “${also.status}”, unrecognised and not counted`
  if (charges.open[0])
    return `${countAttempts(attempts.length)}, ${isVoucher(charges.open[0]) ? 'a voucher' : 'one'} is still open`
  if (paid.target === 'cascade' && charges.lost.length > 0) return 'paid by cascade after a decline'
  if (paid.has3ds) return '3-D Secure passed'
  return paid.provider
}

function describeOpen(charge: Charge | undefined): string {
  if (!charge) return ''
  if (charge.status === 'deferred') return isVoucher(charge) ? 'Voucher not paid yet' : 'Deferred payment not made yet'
  return charge.status === 'authorized' ? 'Authorised, not collected' : `Open: ${describeOpenStatus(charge.status)}`
}

function noteOfOpen({ attempts, charges }: OrderFacts, charge: Charge | undefined): string | null {
  const declined = charges.lost.length > 0 ? `, ${charges.lost.length} declined` : ''
  return `${charge?.status ?? ''}, ${countAttempts(attempts.length)}${declined}`
}

export function isVoucher(charge: Charge): boolean {
  return methodKind(charge.paymentMethod?.type ?? null) === 'voucher'
}
