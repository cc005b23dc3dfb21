import { describeMethod } from '@/lib/charges/payment-method-words'
import type { ReplyPart } from '@/lib/core/reply-part'
import type { Ranked } from '../charges/equal-charges'
import { countAttempts } from '../charges/outcome'
import { chargeQuestion, chosenCharge, factsOfCharge, leftOf, notLoaded, productOf } from './charge-choices'
import type { Check, KnownOfTicket, Playbook, Question, Reply } from './playbook'
import { refundAct, refundGaps, refundParts } from './refund-steps'
import { chargesAgain, offAct, offParts, soldBy, stillOn, subscriptionChecks, unknownPlan } from './subscription-steps'

/** "What is this charge?": the order behind it, whether it is theirs, and what to do where it is not. */
export const charge: Playbook = (known, answers) => {
  if (!answers.has('charge')) return whichCharge(known)
  const chosen = chosenCharge(known, answers.get('charge'))
  if (!chosen) {
    const none = ['The charge isn’t listed here.', known.missing.history, 'Search by the descriptor or the last four on Find.']
    return { parts: [], acts: [], gaps: [notLoaded(known, answers.get('charge')) ?? none.filter(Boolean).join(' ')] }
  }
  const facts = factsOfCharge(chosen)
  const parts: ReplyPart[] = (['chargeIs', 'chargeStatement', 'chargeMethod'] as const).map((key) => ({ key, facts }))
  if (!answers.has('theirs')) return recognised(chosen, parts)
  if (answers.get('theirs') === 'yes') return { parts, gaps: [], acts: [] }
  const notTheirs: ReplyPart[] = [...parts, { key: 'chargeNotTheirs', facts: {} }]
  if (!answers.has('stopped')) return stopIt(known, chosen, notTheirs)
  return stopped(known, answers.get('stopped'), { chosen, parts: notTheirs })
}

function whichCharge(known: KnownOfTicket): Question {
  const question = chargeQuestion(known, { asks: 'Which charge are they asking about?', refunds: false })
  const find = { term: 'Find the charge by', says: 'amount, date, statement descriptor or last four digits of the card' }
  return { ...question, parts: [], checks: [find, ...question.checks] }
}

function recognised({ order, charge }: Ranked, parts: ReplyPart[]): Question {
  const { isoATwo = null, isoCountryName = null } = charge.paymentMethod?.data ?? {}
  const checks: Check[] = [
    { term: 'Bought', says: productOf(order) ?? 'unnamed' },
    { term: 'Statement', says: charge.descriptor ?? 'no descriptor given' },
    { term: 'Paid with', says: describeMethod(charge.paymentMethod) },
    { term: 'Card from', says: isoCountryName ?? isoATwo ?? 'not given' },
    {
      term: '3-D Secure',
      says: charge.has3ds === null ? 'not given' : charge.has3ds ? 'passed' : 'not used',
      ...(charge.has3ds === false && { look: true as const }),
    },
    { term: 'Attempts', says: countAttempts(order.charges.length) },
  ]
  return {
    name: 'theirs',
    asks: 'Tell the customer what the charge is for. Do they recognise it?',
    actions: [],
    checks,
    choices: [
      { answer: 'yes', words: 'Yes, they recognise it' },
      { answer: 'no', words: 'No, they don’t' },
    ],
    preselected: 'yes',
    parts,
  }
}

const stops = {
  done: 'Turn off autocharge and request a refund',
  refund: 'Only request a refund',
  off: 'Only turn off autocharge',
  nothing: 'Nothing needed',
}

function stopIt(known: KnownOfTicket, { order }: Ranked, parts: ReplyPart[]): Question {
  const again = chargesAgain(known, order)
  const offered = again ? (['done', 'refund', 'off', 'nothing'] as const) : (['refund', 'nothing'] as const)
  return {
    name: 'stopped',
    asks: 'Stop further charges, and request a refund if one is due?',
    checks: again
      ? subscriptionChecks(again, known)
      : [{ term: 'Autocharge', says: unknownPlan(known) ?? 'we know of nothing that would charge again' }],
    choices: offered.map((answer) => ({ answer, words: stops[answer] })),
    preselected: offered[0],
    actions: [],
    parts,
  }
}

type NotTheirs = { chosen: Ranked; parts: ReplyPart[] }

function stopped(known: KnownOfTicket, answer: string | undefined, { chosen, parts }: NotTheirs): Reply {
  const wants = (what: 'refund' | 'off') => answer === 'done' || answer === what
  const sold = wants('off') ? soldBy(known, chosen.order) : []
  const open = sold.filter(({ autoChargeStatus }) => autoChargeStatus !== false)
  const request = { amount: leftOf(known, chosen), reason: 'Not recognised by the buyer' }
  return {
    parts: [...parts, ...sold.flatMap((each) => offParts(each, known)), ...refundParts(known, chosen)],
    gaps: [...open.map(stillOn), ...(wants('refund') ? refundGaps(known, chosen) : [])],
    acts: [...sold.map(offAct), ...(wants('refund') ? [refundAct(known, chosen, request)] : [])],
  }
}
