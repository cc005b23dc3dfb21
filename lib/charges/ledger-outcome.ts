import { daysBetween, serviceTime } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import { ordinal } from '@/lib/core/ordinal'
import type { Charge } from '../operations/schemas/charge-history'
import { describeDecline } from './decline-words'
import type { OrderFacts } from './order-facts'
import { methodKind } from './payment-method-words'
import { familyKinds, isBelowZero, type OutcomeKind } from './status'

/** What an order came to in a cell of the table: a word, what is added to it, and whether somebody should look. */
export type LedgerOutcome = { kind: OutcomeKind; words: string; note: string | null; needsLook: boolean }

/** `today` is a day key in the merchant account's zone, for how long something has been open; null says nothing of that. */
export function ledgerOutcome(facts: OrderFacts, today: string | null): LedgerOutcome {
  const { state, charges, attempts } = facts
  const of = (words: string, note: string | null = null, needsLook = false) => ({
    kind: familyKinds[state],
    words,
    note,
    needsLook,
  })
  if (attempts.length === 0) return of('no attempt')
  if (charges.received.length > 1) return { ...of(receivedTimes(charges.received), null, true), kind: 'deferred' }
  if (state === 'received') return of('received', besideReceipt(facts))
  const last = charges[state].at(-1)
  if (!last) return of('no attempt')
  if (state === 'lost') return of('lost', describeDecline(last))
  if (state === 'other') return of(isBelowZero(last) ? 'less than zero' : last.status, 'not counted as received', true)
  return of(openFor(last, facts.order.createdAt, today), null, true)
}

/** `received twice, 40 s apart`. */
function receivedTimes(received: readonly Charge[]): string {
  const times = received.length === 2 ? 'twice' : `${received.length} times`
  const moments = received.map(({ createdAt }) => momentOf(createdAt)).filter((moment) => moment !== null)
  if (moments.length < received.length) return `received ${times}`
  return `received ${times}, ${apart(Math.max(...moments) - Math.min(...moments))}`
}

/** Wall clocks of one service, in milliseconds, for the time between two of them. */
function momentOf(text: string | null): number | null {
  const time = serviceTime(text)
  return time ? Date.parse(`${time.day}T${time.time}Z`) : null
}

function apart(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 1) return 'in the same second'
  if (seconds < 120) return `${seconds} s apart`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min apart`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h apart` : `${Math.round(hours / 24)} days apart`
}

function besideReceipt({ attempts, charges }: OrderFacts): string | null {
  const [also] = charges.other
  if (also) return `also ${isBelowZero(also) ? formatAmount(also.amount) : `“${also.status}”`}, not counted`
  if (charges.open.length > 0) return `once, ${openName(charges.open[0])} beside it`
  const place = attempts.findIndex(({ charge }) => charge === charges.received[0]) + 1
  return place > 1 ? `at the ${ordinal(place)} attempt` : null
}

const names = { card: 'card open', wallet: 'wallet open', voucher: 'voucher open', bank: 'transfer open', other: 'open' } as const

const openName = (charge: Charge | undefined) =>
  charge?.status === 'authorized' ? 'authorised' : names[methodKind(charge?.paymentMethod?.type ?? null)]

function openFor(charge: Charge, orderTime: string | null, today: string | null): string {
  const day = serviceTime(charge.createdAt ?? orderTime)?.day
  const age = day === undefined || today === null ? 0 : daysBetween(day, today)
  return age < 1 ? openName(charge) : `${openName(charge)} ${age.toLocaleString('en')} ${age === 1 ? 'day' : 'days'}`
}
