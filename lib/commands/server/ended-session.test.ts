import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { inZone } from '@/lib/core/dates'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { endSessions } from '@/lib/people/server/people'
import { endSession, type Person, startSession } from '@/lib/people/server/sessions'
import { approvalInDetail } from './approval-detail'
import { askApproval, decide } from './approvals'
import { commandNamed } from './command-named'
import { actionIn, ada, commandOf, employ, outcomeOf, personCalled, problemOf } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'

const [max, ben] = [personCalled('Max', 'manager'), personCalled('Ben')]

describe.each(engines)('a command of somebody whose session was ended after they were let in, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, max, ben], { roles: ['manager'] })
  beforeAll(() => employ(journal.witness, ada))

  const signedIn = async (person: Person): Promise<Person> => ({
    ...person,
    sessionId: await startSession(await database(), person.accountId),
  })
  const commandBy = (person: Person, subscriptionId: string = randomUUID()) =>
    commandOf('changeAutochargeStatus', { person, params: { buyerId: randomUUID(), subscriptionId } })

  test('that waits for a busy target isn’t sent, and says so', async () => {
    const [person, subscriptionId] = [await signedIn(ada), randomUUID()]
    const release = journal.service.hold()
    const first = outcomeOf(perform(commandBy(ben, subscriptionId)))
    await vi.waitFor(() => expect(journal.service.received).toHaveLength(1), { timeout: 10_000 })
    const call = commandBy(person, subscriptionId)
    const waiting = problemOf(perform(call))
    const isWaiting = () =>
      journal.witness.selectFrom('targets').select('target').where('target', '=', `waiting:${call.actionId}`)
    await vi.waitFor(async () => expect(await isWaiting().execute()).toHaveLength(1), { timeout: 10_000 })
    await endSessions(max, ada.accountId)
    await release()
    const told = { kind: 'signedOut', code: 'session_ended', detail: expect.stringContaining('nothing was sent') }
    expect([await waiting, await first]).toEqual([expect.objectContaining(told), 'done'])
    expect([journal.service.received.length, await actionIn(journal.witness, call.actionId)]).toEqual([1, undefined])
  })

  test('isn’t sent after they signed out themselves', async () => {
    const person = await signedIn(ada)
    await endSession(await database(), person.sessionId)
    expect([await outcomeOf(perform(commandBy(person))), journal.service.received]).toEqual(['session_ended', []])
  })

  test.each(['idle', 'expired'] as const)('is sent where the session only ran out meanwhile: %s', async (as) => {
    const person = await signedIn(ada)
    await endSession(await database(), person.sessionId, new Date(), as)
    expect(await outcomeOf(perform(commandBy(person)))).toBe('done')
  })

  test('is sent where it was another session of theirs, or there is none, as for a machine', async () => {
    const [person, other] = [await signedIn(ada), await signedIn(ada)]
    await endSessions(ada, ada.accountId, { only: other.sessionId })
    expect(await outcomeOf(perform(commandBy(person)))).toBe('done')
    expect(await outcomeOf(perform(commandBy({ ...ada, sessionId: `machine:${randomUUID()}` })))).toBe('done')
  })

  test('is sent once a manager approves it, for whoever asked may have gone home; but by no manager who was signed out', async () => {
    const [person, manager, gone] = [await signedIn(ada), await signedIn(max), await signedIn(max)]
    const body = { expirationDate: inZone(Date.now(), 'UTC').day, reason: 'The buyer wants the new term now' }
    const wanted = { merchant: 'northwind', params: { buyerId: randomUUID(), subscriptionId: randomUUID() }, body }
    const asking = { person, actionId: randomUUID(), ticket: null }
    const { id } = await askApproval(commandNamed('changeExpirationDate'), wanted, asking)
    await endSessions(ada, ada.accountId)
    await endSessions(max, max.accountId, { only: gone.sessionId })
    const decideAs = async (by: Person) => {
      const { effectHash } = await approvalInDetail(by, id)
      return outcomeOf(decide(by, id, { approve: true, effectHash, note: null }))
    }
    expect([await decideAs(gone), await decideAs(manager)]).toEqual(['session_ended', 'done'])
  })
})
