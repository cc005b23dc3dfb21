import { dayIn, dayMs, formatDay, formatInterval } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { compare, formatAmount, subtract, sumByCurrency } from '@/lib/core/money'
import { ordinal } from '@/lib/core/ordinal'
import { type HintKind, isOpen } from './look-at'
import { describeMoneyBack } from './money-back'
import { othersDays, type Refund, type RefundInDetail } from './refund'
import type { Viewer } from './refund-step-words'

/** A sentence beside a decision, never a verdict. `warns` where somebody should look before they decide. */
export type Hint = { kind: HintKind; warns: boolean; says: string }

/** What a decision on a refund rests on, in sentences. */
export function refundHints(detail: RefundInDetail, viewer: Viewer): Hint[] {
  const { refund } = detail
  const warnings = refund.charge.doubts.map((says): Hint => ({ kind: 'doubt', warns: true, says }))
  return [
    ...wentBackHints(detail),
    ...warnings,
    ...paidHints(refund),
    ...failedHints(refund),
    ...sameOrderHints(detail),
    othersHint(detail, viewer),
    ...cardHints(detail),
    amountHint(detail),
  ]
}

/** Only of what isn't made yet: its own refund makes such an event, too. */
function wentBackHints({ refund: { state }, wentBack }: RefundInDetail): Hint[] {
  if (!wentBack || !isOpen(state)) return []
  const says = `${describeMoneyBack(wentBack.action)}, says an event of ${formatDay(wentBack.at.slice(0, 10))} that nobody has checked. Money may have gone back already, so read the buyer’s charges first.`
  return [{ kind: 'event', warns: true, says }]
}

function paidHints({ charge: { story, doubts } }: Refund): Hint[] {
  if (!story) return []
  if (story.equals) return [{ kind: 'equal', warns: true, says: describeEqual(story.equals) }]
  const attempts = story.leftOut + story.attempts.findIndex(({ isThis }) => isThis) + 1
  const times = story.attempts.filter(({ family }) => family === 'received').length
  if (times !== 1 || doubts.length > 0) return []
  return [{ kind: 'paid', warns: false, says: `Paid once, at the ${ordinal(attempts)} attempt.` }]
}

/** Tells equal charges apart by their order in time. */
function describeEqual({ rank, of, seconds }: { rank: number; of: number; seconds: number | null }): string {
  const after = seconds === null || rank === 1 ? '' : `, ${formatInterval(seconds)} after the one before`
  return `There are ${of} equal charges on this day. This is the ${ordinal(rank)}${after}.`
}

const failedHints = ({ steps }: Refund): Hint[] =>
  steps
    .filter(({ kind }) => kind === 'failed')
    .slice(-1)
    .map(({ note }) => ({
      kind: 'failed',
      warns: true,
      says:
        note === null
          ? 'The provider couldn’t make this refund earlier.'
          : `The provider couldn’t make this refund earlier: ${note}`,
    }))

/** Two payments of one order are each a charge: what goes back of both shows at neither of them. */
function sameOrderHints({ refund, others }: RefundInDetail): Hint[] {
  const { charge } = refund
  const more = others.filter(
    (other) => other.state !== 'refused' && other.charge.orderId === charge.orderId && other.charge.chargeId !== charge.chargeId,
  )
  const [first] = more
  if (!first || refund.state === 'refused') return []
  const what =
    more.length === 1
      ? `Another payment of this order has a refund, too: ${formatAmount(first.amount)} ${first.currency}, ${stateLabels[first.state]}.`
      : `This order has ${more.length} refunds of other payments, too: ${namedStates(more)}.`
  const together = [...sumByCurrency([refund, ...more])].map(([currency, amount]) => `${formatAmount(amount)} ${currency}`)
  const isMade = [refund, ...more].every(({ state }) => state === 'done')
  return [{ kind: 'equal', warns: !isMade, says: `${what} Together that’s ${together.join(' and ')} of this order.` }]
}

/** `1 to be decided, 2 made`. */
const namedStates = (refunds: readonly Refund[]) =>
  [...groupBy(refunds, ({ state }) => state)].map(([state, { length }]) => `${length} ${stateLabels[state]}`).join(', ')

const stateLabels = { waiting: 'to be decided', approved: 'approved', done: 'made', refused: 'refused' }

function othersHint({ refund, others }: RefundInDetail, { now, zone }: Viewer): Hint {
  const since = now - othersDays * dayMs
  const recent = others.filter(({ askedAt }) => Date.parse(askedAt) > since)
  const [first] = recent
  if (!first) return { kind: 'buyer', warns: false, says: `This buyer has no other refund request in ${othersDays} days.` }
  const isAgain = recent.some(({ charge }) => charge.chargeId === refund.charge.chargeId)
  const says =
    recent.length === 1
      ? `This buyer has another request, ${formatAmount(first.amount)} ${first.currency}, requested ${formatDay(dayIn(Date.parse(first.askedAt), zone))}, ${stateLabels[first.state]}.`
      : `This buyer has ${recent.length} other requests in ${othersDays} days: ${namedStates(recent)}.`
  return { kind: 'buyer', warns: true, says: isAgain ? `${says} The same charge was requested before.` : says }
}

function cardHints({ sameCard }: RefundInDetail): Hint[] {
  if (sameCard === null) return []
  if (sameCard === 0)
    return [{ kind: 'card', warns: false, says: 'No other buyer opened or imported here was seen with this card.' }]
  const who = sameCard === 1 ? 'Another buyer' : `${sameCard} other buyers`
  return [{ kind: 'card', warns: true, says: `${who} opened or imported here used this card. Check before you decide.` }]
}

const goes: Record<Refund['state'], string> = {
  waiting: 'would go back',
  approved: 'is to go back',
  done: 'went back',
  refused: 'was requested, and nothing of it goes back',
}

function amountHint({ refund: { amount, currency, charge, state }, left }: RefundInDetail): Hint {
  const money = (value: string) => `${formatAmount(value)} ${currency}`
  const part =
    compare(amount, charge.amount) === 0 ? `All of ${money(amount)}` : `${formatAmount(amount)} of ${money(charge.amount)}`
  const before = subtract(charge.amount, left)
  const rest =
    compare(before, '0') === 0
      ? 'Nothing else of this charge was requested.'
      : `${money(before)} of this charge was requested besides.`
  return { kind: 'amount', warns: false, says: `${part} ${goes[state]}. ${rest}` }
}
