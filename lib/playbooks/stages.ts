import type { Answers } from './guide'
import { type Assumed, isReply, type KnownOfTicket, type Playbook, type Question, type Reply } from './playbook'

/** A step in the list of all. `says` is its answer, or what was assumed instead of asking. */
export type Stage = { name: string; title: string; state: 'done' | 'assumed' | 'now' | 'todo'; says: string | null }

/** What a step is called once it is answered, and before it is asked. */
const titles: Record<string, string> = {
  subscription: 'Which subscription',
  charge: 'Which charge',
  order: 'Which payment',
  amount: 'How much',
  why: 'Why',
  requested: 'Refund request',
  autocharge: 'Autocharge',
  plan: 'Which plan',
  theirs: 'Whether it’s theirs',
  stopped: 'What to do',
  want: 'What they’ll do',
  link: 'Payment link',
}

const titleOf = (name: string) => titles[name] ?? name

/** More steps than any ticket has: a rule that kept asking would never end. */
const maxSteps = 12

/** Where a ticket is. */
export type Course = {
  stages: Stage[]
  step: Question | Reply
  /** Where the steps lead if each open question is answered as is likely; null where no answer is. */
  outlook: Reply | null
}

/** The steps of a ticket in their order, up to the last one, which is not among them: it has no question. */
export function stagesOf(playbook: Playbook, known: KnownOfTicket, given: Answers): Course {
  const answers = new Map(given.map(({ question, answer }) => [question, answer]))
  const step = playbook(known, answers)
  const { assumed: first = [] } = playbook(known, new Map())
  const stages: Stage[] = [
    ...assumedStages(first.filter(({ name }) => !answers.has(name))),
    ...given.map(({ question, words }): Stage => ({ name: question, title: titleOf(question), state: 'done', says: words })),
  ]
  const assume = ({ assumed = [] }: Question | Reply) =>
    stages.push(...assumedStages(assumed.filter((each) => !stages.some(({ name }) => name === each.name))))
  assume(step)
  let next = step
  for (let count = 0; count < maxSteps && !isReply(next); count++) {
    const { name, preselected, choices }: Question = next
    stages.push({ name, title: titleOf(name), state: next === step ? 'now' : 'todo', says: null })
    const likely = preselected ?? choices.find(({ disabledBecause, typed }) => !disabledBecause && !typed)?.answer
    if (likely === undefined) return { stages, step, outlook: null }
    answers.set(name, likely)
    next = playbook(known, answers)
    assume(next)
  }
  return { stages, step, outlook: isReply(next) ? next : null }
}

const assumedStages = (assumed: readonly Assumed[]): Stage[] =>
  assumed.map(({ name, says }) => ({ name, title: titleOf(name), state: 'assumed', says }))
