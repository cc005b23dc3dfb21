import { expect, it } from 'vitest'
import { begunActs, outcomeSentences } from './acts'
import { chargeShown } from './guide'
import { playbooks } from './playbooks'
import { stagesOf } from './stages'
import { knownOfTicket, reply } from './ticket-for-tests'

const step = (
  kind: 'answered' | 'back' | 'acted' | 'taken-over',
  question: string | null = null,
  answer: string | null = null,
) => ({
  kind,
  question,
  answer,
})

it('an act keeps its id until an answer makes another intent of it, and another person does not repeat it', () => {
  const steps = [step('answered', 'charge', 'o-1 c-1'), step('acted', 'refund', 'id-1'), step('acted', 'off s-1', 'id-2')]
  expect([...begunActs(steps)]).toEqual([
    ['refund', { actionId: 'id-1', mayRepeat: true }],
    ['off s-1', { actionId: 'id-2', mayRepeat: true }],
  ])
  expect([...begunActs([...steps, step('acted', 'refund', 'id-3')])][0]?.[1].actionId).toBe('id-3')
  expect([...begunActs([...steps, step('taken-over')])].every(([, { mayRepeat }]) => !mayRepeat)).toBe(true)
  expect(begunActs([...steps, step('back')]).size).toBe(0)
  expect(begunActs([step('acted', 'subscription'), step('acted', 'link', null)]).size).toBe(0)
})

it('what was done and what was not is said of every act, but for those that have nothing to do', () => {
  const { acts } = reply('cancel', { autocharge: 'refund', charge: 'o-1 c-1', amount: '42.84' })
  const [off, refund] = acts
  const says = (outcomes: [string, 'done' | 'unconfirmed' | 'refused'][]) =>
    outcomeSentences(acts, new Map(outcomes.map(([key, kind]) => [key, { kind }])), ({ key }) => key)
  expect(says([[off?.key ?? '', 'unconfirmed']])).toEqual(['Not confirmed: off s-1.', 'Not done: refund.'])
  expect(
    says([
      [off?.key ?? '', 'done'],
      [refund?.key ?? '', 'refused'],
    ]),
  ).toEqual(['Done: off s-1.', 'Not done: refund.'])
})

it('the steps are listed in their order: answered, assumed, asked now and likely to come', () => {
  const stages = (answers: [string, string][]) => {
    const given = answers.map(([question, answer]) => ({ question, answer, words: answer }))
    return stagesOf(playbooks.refund, knownOfTicket(), given).stages.map(({ name, state }) => `${name} ${state}`)
  }
  expect(stages([])).toEqual(['charge now', 'amount todo', 'why todo', 'autocharge todo'])
  expect(
    stages([
      ['charge', 'o-1 c-1'],
      ['amount', '42.84'],
    ]),
  ).toEqual(['charge done', 'amount done', 'why now', 'autocharge todo'])
  const { stages: cancelled } = stagesOf(playbooks.cancel, knownOfTicket(), [])
  expect(cancelled.map(({ name, state }) => `${name} ${state}`)).toEqual(['subscription assumed', 'autocharge now'])
})

it('the page shows the charge that is preselected, picked or answered, and who chose it', () => {
  const guide = { mine: true, person: 'Ines', steps: [] }
  const open = { name: 'charge', preselected: 'o-1 c-1' }
  expect(chargeShown(guide, open, null)).toEqual({ orderId: 'o-1', chargeId: 'c-1', says: 'Preselected' })
  expect(chargeShown(guide, open, 'o-1 c-2')).toMatchObject({ chargeId: 'c-2', says: 'Chosen by you' })
  expect(chargeShown(guide, open, 'none')).toBeNull()
  const answered = { ...step('answered', 'charge', 'o-1 c-1'), words: 'The 1st', at: '', person: 'Ines' }
  expect(chargeShown({ ...guide, steps: [answered] }, null, null)?.says).toBe('Chosen by you')
  expect(chargeShown({ mine: false, person: 'Remy', steps: [answered] }, null, null)?.says).toBe('Chosen by Ines')
  expect(chargeShown(guide, { name: 'subscription' }, 's-1')).toBeNull()
})
