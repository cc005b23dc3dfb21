import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { problemIn } from '@/lib/testing/endings'
import { approvalInDetail } from './approval-detail'
import { askApproval, decide } from './approvals'
import { commandNamed } from './command-named'
import { actionIn, ada, askedAfter, commandOf, entriesOf, outcomeOf, personCalled, problemOf } from './commands-for-tests'
import { type Action, begin } from './intent'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { sendAgain } from './perform-undo'
import { closeAbandoned } from './recover'
import { done, reset } from './service-for-tests'
import { settleByEvent, settleByPerson } from './settling'

const [max, bob] = [personCalled('Max', 'manager'), personCalled('Bob')]

// Each test puts back by hand what it changed by hand. That the journal then fits the rows shows that nothing vouched for the change.
describe.each(engines)('what somebody changes in the database is not taken for what happened, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, max, bob], {})

  const fresh = () => commandOf('changeExpirationDate', { params: { buyerId: randomUUID(), subscriptionId: randomUUID() } })
  const rowOf = async (actionId: string) => (await actionIn(journal.witness, actionId)) as Action
  const set = (actionId: string, to: Partial<Action>) =>
    journal.witness.updateTable('actions').set(to).where('action_id', '=', actionId).execute()
  const again = (actionId: string) => outcomeOf(sendAgain(ada, actionId, askedAfter(ada, 'send-again', actionId)))
  const settle = (actionId: string) =>
    problemOf(settleByPerson(ada, actionId, { as: 'happened', how: 'by-hand', reason: 'They said so' }))
  const byHand = { kind: 'unavailable', code: 'row_changed' }

  async function performed(answering = done) {
    const call = fresh()
    journal.service.answering = answering
    await perform(call)
    journal.service.answering = done
    return { call, row: await rowOf(call.actionId) }
  }

  /** A copy of a genuine action, which no entry tells of. */
  async function inserted(changed: Partial<Action>) {
    const { row } = await performed()
    const copy = { ...row, action_id: randomUUID(), target: `subscription:${randomUUID()}`, ...changed }
    await journal.witness.insertInto('actions').values(copy).execute()
    return copy
  }
  const remove = ({ action_id }: Action) => journal.witness.deleteFrom('actions').where('action_id', '=', action_id).execute()

  test('upkeep leaves what was done and is made open again as it is, and goes on with the others', async () => {
    const { call, row } = await performed()
    await set(call.actionId, { state: 'sent', answer: null, answered_at: null })
    const left = await begin(fresh())
    expect(await closeAbandoned({ mine: true })).toBe(1)
    expect((await rowOf(left.action.action_id)).state).toBe('unconfirmed')
    expect([(await rowOf(call.actionId)).state, await entriesOf(journal.witness, call.actionId)]).toEqual([
      'sent',
      ['intent', 'outcome'],
    ])
    await set(call.actionId, row)
  })

  test('an action whose rows were deleted is not begun once more under its id', async () => {
    const { call, row } = await performed()
    const ids = await journal.witness.selectFrom('action_ids').selectAll().where('id', '=', call.actionId).execute()
    await remove(row)
    await journal.witness.deleteFrom('action_ids').where('id', '=', call.actionId).execute()
    expect([await outcomeOf(perform(call)), journal.service.received.length]).toEqual(['row_changed', 1])
    await journal.witness.insertInto('actions').values(row).execute()
    await journal.witness.insertInto('action_ids').values(ids).execute()
    expect(await outcomeOf(perform(call))).toBe('done')
    expect(journal.service.received).toHaveLength(1)
  })

  test('an action that nobody began is neither closed nor settled nor sent again', async () => {
    const open = await inserted({ state: 'sent', answer: null, answered_at: null })
    expect(await closeAbandoned({ mine: true })).toBe(0)
    await remove(open)
    const unanswered = await inserted({ state: 'unconfirmed', answer: null })
    expect(await settle(unanswered.action_id)).toMatchObject(byHand)
    const word = { reason: 'An event says so', eventId: 'e-1' }
    expect(await problemIn(settleByEvent(unanswered, word, async () => true))).toMatchObject(byHand)
    expect([await again(unanswered.action_id), await entriesOf(journal.witness, unanswered.action_id)]).toEqual([
      'row_changed',
      [],
    ])
    await remove(unanswered)
  })

  test('what was settled is not settled anew once its settlement was taken out', async () => {
    const { call } = await performed(reset)
    expect(await settle(call.actionId)).toBeUndefined()
    const row = await rowOf(call.actionId)
    await set(call.actionId, { settled_as: null, settled_at: null, settled_by: null, settled_account: null, settled_how: null })
    expect(await settle(call.actionId)).toMatchObject(byHand)
    await set(call.actionId, row)
  })

  test('what was changed while it was sent again stays as it is, and the outcome of the repeat is written', async () => {
    const { call, row } = await performed(reset)
    const answer = journal.service.hold()
    const sending = again(call.actionId)
    await vi.waitFor(() => expect(journal.service.received).toHaveLength(2), { timeout: 10_000 })
    await set(call.actionId, { person: 'Somebody else' })
    await answer()
    expect([await sending, (await rowOf(call.actionId)).settled_as]).toEqual(['done', null])
    await set(call.actionId, row)
  })

  test.each<Partial<Action>>([
    { state: 'refused' },
    { state: 'done' },
    { settled_as: 'did-not-happen' },
    { settled_as: 'happened' },
    { target: 'subscription:another' },
  ])('an unconfirmed action that was made harmless lets no other through: %o', async (harmless) => {
    const { call, row } = await performed(reset)
    const same = () => outcomeOf(perform({ ...commandOf('changeExpirationDate', { params: call.params }) }))
    expect(await same()).toBe('unsettled_action')
    await set(call.actionId, harmless)
    expect([await same(), journal.service.received.length]).toEqual(['row_changed', 1])
    await set(call.actionId, row)
    expect(await settle(call.actionId)).toBeUndefined()
    expect(await same()).toBe('done')
  })

  test('a request that nobody made is neither approved nor declined', async () => {
    const wanted = { merchant: 'northwind', params: { buyerId: randomUUID() }, body: { email: 'grace@buyer.test' } }
    const asked = { person: ada, actionId: randomUUID(), ticket: null }
    const { id } = await askApproval(commandNamed('changeBuyerEmail'), wanted, asked)
    const approvals = journal.witness.selectFrom('approvals').selectAll().where('id', '=', id)
    const copy = { id: randomUUID(), action_id: randomUUID(), account_id: bob.accountId, person: bob.name }
    await journal.witness
      .insertInto('approvals')
      .values({ ...(await approvals.executeTakeFirstOrThrow()), ...copy })
      .execute()
    const { effectHash } = await approvalInDetail(max, copy.id)
    for (const approve of [true, false])
      expect(await problemIn(decide(max, copy.id, { approve, effectHash, note: null }))).toMatchObject(byHand)
    expect([journal.service.received, await entriesOf(journal.witness, copy.action_id)]).toEqual([[], []])
    await journal.witness.deleteFrom('approvals').where('id', '=', copy.id).execute()
  })
})
