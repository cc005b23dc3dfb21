import type { Answer } from '@/lib/charges/answer'
import type { Known } from '@/lib/charges/answer-parts'
import { factsOf, isReadable, productTitle, shownAmount, tellingCharge } from '@/lib/charges/order-facts'
import { outcomeLine } from '@/lib/charges/outcome'
import { methodName } from '@/lib/charges/payment-method-words'
import { familyKinds } from '@/lib/charges/status'
import type { Action } from '@/lib/commands/action'
import { answerDenies, describeDone } from '@/lib/commands/action-words'
import { formatDay, inZone, serviceTime, shortDay, timeIn } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import type { MatchedBy, MatchState, PanelFacts, PanelLine } from './facts'

/** How much a help desk may see: in `flags` what happened, in words, and no amount and no digits of a card. */
export type Level = 'flags' | 'masked'

const shownOrders = 3

/** The newest orders in words, and of how many they are. */
export function orderLines(history: Known, level: Level, today: string): { lines: PanelLine[]; count: string } {
  const shown = history.orders.slice(0, shownOrders)
  const all = history.total ?? (history.complete ? history.orders.length : null)
  const count = all === null ? 'there may be more' : `${shown.length} of ${all.toLocaleString('en')}`
  return { lines: shown.map((order) => orderLine(order, level, today)), count }
}

function orderLine(order: OrderOrUnreadable, level: Level, today: string): PanelLine {
  if (!isReadable(order)) return { kind: 'neutral', words: 'We couldn’t read this order', note: null, amount: null }
  const facts = factsOf(order)
  const day = serviceTime(order.createdAt)?.day
  const products = order.products.map(productTitle).filter((title) => title !== null)
  const charge = level === 'masked' ? tellingCharge(facts) : undefined
  const note = [day && shortDay(day, today), products.join(', '), charge && methodName(charge.paymentMethod)]
  const { amount, currency, received } = shownAmount(facts)
  const showsAmount = level === 'masked' && amount !== null
  return {
    kind: familyKinds[facts.state],
    words: outcomeLine(facts),
    note: note.filter(Boolean).join(' · ') || null,
    amount: showsAmount ? { value: formatAmount(amount), currency: currency ?? '', isReceived: received } : null,
  }
}

/** The answer as the buyer's page gives it. In `flags` only the words beside its sum, which name no amount. */
export function answerLines({ kind, word, headline, also, flag }: Answer, level: Level) {
  const sentence = `${word.charAt(0).toUpperCase()}${word.slice(1)}.`
  return { kind, says: level === 'flags' ? [sentence] : [headline, also, flag].flatMap((each) => each?.says ?? []) }
}

/** What was done to the buyer from this ticket, newest first. */
export function outcomeLines(actions: readonly Action[], zone: string): PanelLine[] {
  return actions.slice(0, shownOrders).map((action) => {
    const { day, time } = inZone(Date.parse(action.at), zone)
    const today = inZone(Date.now(), zone).day
    const when = day === today ? time.slice(0, 8) : `${formatDay(day)}, ${time.slice(0, 5)}`
    const note = `by ${action.mine ? 'you' : action.person}, ${when}, from this ticket`
    return { ...endOf(action, zone), note, amount: null }
  })
}

function endOf(action: Action, zone: string): Pick<PanelLine, 'kind' | 'words'> {
  const { state, settledAs, undoneBy, words } = action
  if (state === 'sent') return { kind: 'deferred', words: `${words}: in progress` }
  if (state === 'unconfirmed' && settledAs === null) return { kind: 'unconfirmed', words: `${words}: unconfirmed` }
  if (state === 'unconfirmed')
    return { kind: 'neutral', words: `${words}: settled as ${settledAs === 'happened' ? 'applied' : 'not applied'}` }
  if (state === 'refused') return { kind: 'declined', words: `${words}: refused` }
  if (state === 'not-sent') return { kind: 'declined', words: `${words}: not sent` }
  if (undoneBy !== null) return { kind: 'neutral', words: `${words}: undone` }
  if (answerDenies(action, action.answer?.body)) return { kind: 'deferred', words: `${words}: the answer shows otherwise` }
  return { kind: 'settled', words: describeDone(action, zone) }
}

type Waits = { what: string; since: string; words?: string; amount?: string; currency?: string }

/** What waits for somebody; `named` is the name of its command. */
export function waitLine(
  { what, since, words, amount, currency }: Waits,
  named: string | null,
  level: Level,
  zone: string,
): PanelLine {
  const says = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  const name = words ?? named
  const { day } = inZone(Date.parse(since), zone)
  return {
    kind: what.includes('unconfirmed') ? 'unconfirmed' : 'deferred',
    words: name === null ? says : `${says}: ${name}`,
    note: `since ${formatDay(day)}, ${timeIn(Date.parse(since), zone)}`,
    amount:
      level === 'masked' && amount !== undefined
        ? { value: formatAmount(amount), currency: currency ?? '', isReceived: false }
        : null,
  }
}

const proofs: Record<Exclude<MatchedBy, 'nothing'>, PanelFacts['match']> = {
  id: { kind: 'settled', title: 'Id proven', says: 'The help desk signed this buyer’s id.' },
  email: {
    kind: 'deferred',
    title: 'E-mail from the ticket, not proven',
    says: 'One buyer has it. Ask for the last four digits before you tell amounts.',
  },
  order: {
    kind: 'deferred',
    title: 'Order id from the ticket, not proven',
    says: 'One buyer has it. Ask for the last four digits before you tell amounts.',
  },
}

const named: Record<Exclude<MatchedBy, 'nothing'>, string> = { id: 'id', email: 'e-mail address', order: 'order id' }

/** Why we think that it's this buyer, or why none is shown. */
export function describeMatch(by: MatchedBy, state: MatchState): PanelFacts['match'] {
  if (by === 'nothing') return { kind: 'neutral', title: 'The ticket names nobody', says: 'Find the buyer in Counterfoil.' }
  if (state === 'one') return proofs[by]
  if (state === 'none')
    return {
      kind: 'neutral',
      title: 'No buyer found',
      says: `No buyer has exactly this ${named[by]}. Find the buyer in Counterfoil.`,
    }
  const says = `More than one buyer has this ${named[by]} or one that looks like it, so none is shown.`
  return { kind: 'unconfirmed', title: 'Several: choose in Counterfoil', says }
}
