import { oneId } from '@/lib/core/fold'
/** Tickets that have guided steps. */
export const playbookNames = ['cancel', 'refund', 'charge', 'plan', 'renewal'] as const
export type PlaybookName = (typeof playbookNames)[number]

/** `wants` is what the customer wants, as a short answer; `title` names the steps among others. */
export const playbookLabels: Record<PlaybookName, { wants: string; title: string; says: string }> = {
  cancel: { wants: 'To cancel', title: 'Cancellation', says: 'Turn off autocharge, explain access, refund if due.' },
  refund: { wants: 'Money back', title: 'Refund', says: 'Find the charge, see what can be refunded, ask finance.' },
  charge: { wants: 'An explanation', title: 'Unrecognised charge', says: 'Find the order and check whether it’s theirs.' },
  plan: { wants: 'A cheaper plan', title: 'Cheaper plan', says: 'Compare lower plans and move the subscription down.' },
  renewal: {
    wants: 'To pay a failed renewal',
    title: 'Failed renewal',
    says: 'See why it was declined and what the customer can do.',
  },
}

/** What is recorded: an answer, one taken back, something done from a step, who has it, and the end with the reply. */
export const guideStepKinds = ['started', 'answered', 'back', 'acted', 'handed-over', 'taken-over', 'ended'] as const
export type GuideStepKind = (typeof guideStepKinds)[number]

/** `question` and `answer` are names of the playbook, `words` what was read on the screen. Times are ISO in UTC. */
export type GuideStep = {
  kind: GuideStepKind
  question: string | null
  answer: string | null
  words: string | null
  at: string
  person: string
}

/** A ticket under way. `person` is who has it now. */
export type Guide = {
  id: string
  playbook: PlaybookName
  ticket: string | null
  person: string
  mine: boolean
  version: number
  startedAt: string
  endedAt: string | null
  steps: GuideStep[]
}

/** A ticket that its holder has not ended. `at`: when they went on with it last; `answered`: how many answers stand. */
export type OpenGuide = Pick<Guide, 'id' | 'playbook' | 'ticket'> & {
  merchant: string
  buyerId: string
  at: string
  answered: number
}

/** Whom a ticket may be handed to. */
export type Colleague = { accountId: string; name: string }

export type BuyerGuides = { guides: Guide[]; colleagues: Colleague[] }

export type Answers = { question: string; answer: string; words: string }[]

/** The answers that stand, in order: one taken back is gone, with whatever came after it. */
export function answersOf(steps: readonly Pick<GuideStep, 'kind' | 'question' | 'answer' | 'words'>[]): Answers {
  const answers: Answers = []
  for (const { kind, question, answer, words } of steps) {
    if (kind === 'back') answers.pop()
    if (kind === 'answered' && question !== null && answer !== null) answers.push({ question, answer, words: words ?? answer })
  }
  return answers
}

/** The charge that steps are about, as the page shows it; null where none is chosen. */
export type ShownCharge = { orderId: string; chargeId: string; says: string } | null

const ofCharges = new Set(['charge', 'order'])

/** Which charge the page shows, and who chose it. `open` is the question that is asked now, `picked` what a person chose of it so far. */
export function chargeShown(
  { steps, mine, person }: Pick<Guide, 'steps' | 'mine' | 'person'>,
  open: { name: string; preselected?: string | undefined } | null,
  picked: string | null,
): ShownCharge {
  if (open && ofCharges.has(open.name))
    return shown(picked ?? open.preselected, picked === null ? 'Preselected' : 'Chosen by you')
  const answer = answersOf(steps).findLast(({ question }) => ofCharges.has(question))?.answer
  const by = steps.findLast((step) => step.kind === 'answered' && step.answer === answer)?.person
  return shown(answer, mine && by === person ? 'Chosen by you' : `Chosen by ${by}`)
}

function shown(answer: string | undefined, says: string): ShownCharge {
  const [orderId, chargeId] = (answer ?? '').split(' ')
  return orderId && chargeId ? { orderId, chargeId: oneId(chargeId), says } : null
}
