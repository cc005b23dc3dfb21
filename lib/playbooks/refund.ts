import { ordinal } from '@/lib/core/ordinal'
import type { ReplyPart } from '@/lib/core/reply-part'
import type { Ranked } from '../charges/equal-charges'
import { factsOf } from '../charges/order-facts'
import type { Subscription } from '../operations/schemas/subscription'
import { chargeQuestion, chosenCharge, factsOfCharge, notLoaded, repeatsOf } from './charge-choices'
import type { Act, Assumed, KnownOfTicket, Playbook, Question, Reply } from './playbook'
import { amountQuestion, isTaken, refundAct, refundChecks, refundGaps, refundParts } from './refund-steps'
import { chargesAgain, offAct, offParts, soldBy, stillOn, subscriptionChecks } from './subscription-steps'

const reasons = {
  twice: 'Paid twice',
  mistake: 'Bought by mistake',
  renewal: 'Unwanted renewal',
  other: 'Not as expected',
} as const

/** They want money back: which charge, how much, why, and whether it should charge again; then a request to finance. */
export const refund: Playbook = (known, answers) => {
  const asks = 'Which charge should be refunded?'
  if (!answers.has('charge')) return { ...chargeQuestion(known, { asks, refunds: true }), parts: [] }
  const chosen = chosenCharge(known, answers.get('charge'))
  if (!chosen) {
    const none = 'You didn’t choose a charge. Find it in the charge history, then start again.'
    return { parts: [], acts: [], gaps: [notLoaded(known, answers.get('charge')) ?? none] }
  }
  const parts: ReplyPart[] = [{ key: isTwice(known, chosen) ? 'paidTwice' : 'chargeIs', facts: factsOfCharge(chosen) }]
  const amount = amountIn(answers)
  if (amount === undefined && !isTaken(known, chosen)) {
    const question = amountQuestion(known, chosen)
    return { ...question, parts, checks: [inOrder(chosen), ...question.checks] }
  }
  if (amount === 'none') {
    const refused = known.missing.refunds === null && refundParts(known, chosen).length === 0
    const now = refused ? [{ key: 'refundRefused' as const, facts: factsOfCharge(chosen) }] : refundParts(known, chosen)
    return { parts: [...parts, ...now], gaps: [], acts: [] }
  }
  const assumed = assumedReason(chosen)
  const why = assumed ? 'twice' : answers.get('why')
  const requested = [...parts, ...refundParts(known, chosen)]
  if (why === undefined && !isTaken(known, chosen)) return whyQuestion(known, chosen, requested)
  const again = chargesAgain(known, chosen.order)
  if (again && !assumed && !answers.has('autocharge'))
    return { ...staysOn(known, again), preselected: why === 'renewal' ? 'off' : 'kept', parts: requested }
  const reason = reasons[why as keyof typeof reasons] ?? reasons.other
  const act = refundAct(known, chosen, { amount: amount ?? chosen.charge.amount, reason })
  return { ...afterwards(known, answers, { chosen, act, parts: requested }), ...(assumed && { assumed: [assumed] }) }
}

const whyQuestion = (known: KnownOfTicket, chosen: Ranked, parts: ReplyPart[]): Question => ({
  name: 'why',
  asks: 'Why do they want a refund?',
  checks: refundChecks(known, chosen),
  choices: Object.entries(reasons).map(([answer, words]) => ({ answer, words })),
  preselected: receivedIn(chosen) > 1 ? 'twice' : undefined,
  actions: [],
  parts,
})

const staysOn = (known: KnownOfTicket, again: Subscription): Omit<Question, 'parts'> => ({
  name: 'autocharge',
  asks:
    again.autoChargeStatus === null
      ? 'We don’t know whether autocharge is on, so it may charge again. Turn it off?'
      : 'Autocharge is on, so it may charge again. Should it stay on?',
  checks: subscriptionChecks(again, known),
  choices: [
    { answer: 'off', words: again.autoChargeStatus === null ? 'Yes, turn it off' : 'No, turn it off' },
    { answer: 'kept', words: again.autoChargeStatus === null ? 'No, leave it as it is' : 'Yes, leave it on' },
  ],
  actions: [],
})

/** Answers that were given before amounts were asked for say only whether a refund was due. */
const amountIn = (answers: ReadonlyMap<string, string>) =>
  answers.get('amount') ?? (answers.get('requested') === 'no' ? 'none' : undefined)

type Requested = { chosen: Ranked; act: Act; parts: ReplyPart[] }

function afterwards(known: KnownOfTicket, answers: ReadonlyMap<string, string>, { chosen, act, parts }: Requested): Reply {
  const off = answers.get('autocharge') === 'off' ? soldBy(known, chosen.order) : []
  const open = off.filter(({ autoChargeStatus }) => autoChargeStatus !== false)
  return {
    parts: [...parts, ...off.flatMap((each) => offParts(each, known))],
    gaps: [...refundGaps(known, chosen), ...open.map(stillOn)],
    acts: [act, ...off.map(offAct)],
  }
}

/** Of exactly two charges of an order one repeats the other. */
const isTwice = (known: KnownOfTicket, chosen: Ranked) =>
  receivedIn(chosen) === 2 && (chosen.repeats !== null || repeatsOf(known, chosen).length > 0)

const receivedIn = ({ order }: Ranked) => factsOf(order).charges.received.length

const inOrder = (chosen: Ranked) => {
  const count = receivedIn(chosen)
  return count > 1
    ? { term: 'In this order', says: count === 2 ? 'received twice' : `received ${count} times`, look: true as const }
    : { term: 'In this order', says: 'received once' }
}

/** A charge that repeats another is paid twice: nobody needs to be asked why it goes back, nor whether the subscription stays. */
function assumedReason({ repeats, rank }: Ranked): Assumed | null {
  if (repeats === null || rank === null) return null
  return { name: 'why', says: `${reasons.twice}. It repeats the ${ordinal(rank - 1)}.` }
}
