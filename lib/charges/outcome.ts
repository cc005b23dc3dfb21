import type { Charge } from '../operations/schemas/charge-history'
import { type MethodKind, methodKind } from '../payment-method-words'
import type { OrderFacts } from './order-facts'
import { familyKinds, type OutcomeKind, openStatusWords } from './status'

/**
 * What an order came to, in words. `badge` is a status as it came, for what needs a look; expected outcomes have none.
 * `note` adds what a second line has room for.
 */
export type Outcome = { kind: OutcomeKind; words: string; badge: string | null; note: string | null }

export function outcomeOf(facts: OrderFacts): Outcome {
  const { state, charges, ladder } = facts
  const told = { kind: familyKinds[state], badge: null, note: null }
  if (ladder.length === 0) return { ...told, words: 'No attempt, no money received' }
  if (charges.received.length > 1)
    return { ...told, words: receivedTimes(charges.received), note: `${attempts(ladder.length)}, look before you answer` }
  if (charges.received[0])
    return { ...told, words: paidAt(facts, charges.received[0]), note: besidePaid(facts, charges.received[0]) }
  const last = ladder.filter(({ family }) => family === state).at(-1)?.charge
  const status = last?.status ?? ''
  if (state === 'open') return { ...told, words: openWords(last), note: noteOfOpen(facts, last) }
  if (state === 'other') return { ...told, words: `New value ${status}, not counted as received`, badge: status }
  return { ...told, words: `${attempts(ladder.length)}, no money received`, badge: status }
}

/** `1 attempt`, `3 attempts`. */
export function attempts(count: number): string {
  return count === 1 ? '1 attempt' : `${count} attempts`
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(count: number): string {
  const teen = count % 100 > 10 && count % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

function receivedTimes(received: readonly Charge[]): string {
  const word = received.every(({ status }) => status === 'settled') ? 'Settled' : 'Received'
  return received.length === 2 ? `${word} twice` : `${word} ${received.length} times`
}

// Where an open voucher stands beside the payment, "once" answers the question a buyer asks, and attempts are counted by method.
function paidAt({ ladder, charges }: OrderFacts, paid: Charge): string {
  if (charges.open.length === 0)
    return `Paid at the ${ordinal(
      placeAmong(
        ladder.map(({ charge }) => charge),
        paid,
      ),
    )} attempt`
  const kind = methodKind(paid.paymentMethod?.type ?? null)
  const alike = ladder.map(({ charge }) => charge).filter((charge) => methodKind(charge.paymentMethod?.type ?? null) === kind)
  return `Paid once, at the ${ordinal(placeAmong(alike, paid))} ${attemptNames[kind]}`
}

const attemptNames: Record<MethodKind, string> = {
  card: 'card attempt',
  wallet: 'wallet attempt',
  voucher: 'voucher',
  bank: 'bank attempt',
  other: 'attempt',
}

const placeAmong = (charges: readonly Charge[], charge: Charge) => charges.indexOf(charge) + 1

function besidePaid({ ladder, charges }: OrderFacts, paid: Charge): string | null {
  const also = charges.other[0]
  if (also) return `also ${also.status}, a new value not counted`
  if (charges.open[0]) return `${attempts(ladder.length)}, ${isVoucher(charges.open[0]) ? 'a voucher' : 'one'} is still open`
  if (paid.target === 'cascade' && charges.lost.length > 0) return 'cascade after a decline'
  if (paid.has3ds) return '3-D Secure passed'
  return paid.provider
}

function openWords(charge: Charge | undefined): string {
  if (!charge) return ''
  if (charge.status === 'deferred') return isVoucher(charge) ? 'A voucher is open' : 'A payment to be made later is open'
  return charge.status === 'authorized' ? 'Held, not collected' : `Open: ${openStatusWords(charge.status)}`
}

function noteOfOpen({ ladder, charges }: OrderFacts, charge: Charge | undefined): string | null {
  const declined = charges.lost.length > 0 ? `, ${charges.lost.length} declined` : ''
  return `${charge?.status ?? ''}, ${attempts(ladder.length)}${declined}`
}

export function isVoucher(charge: Charge): boolean {
  return methodKind(charge.paymentMethod?.type ?? null) === 'voucher'
}
