import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { eraseBuyer } from '@/lib/knowledge/server/erase'
import { actionIn, ada, commandOf, outcomeOf, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { done, refuse } from './service-for-tests'
import { settleByPerson } from './settling'

const admin = personCalled('Admin', 'admin')

// What is emptied with an erased buyer is no change by hand: work on that buyer goes on.
describe.each(engines)('a buyer who was erased, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, admin], {})

  const aboutBuyer = () => {
    const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    return {
      fresh: () => commandOf('changeExpirationDate', { params }),
      erase: () => eraseBuyer(admin, 'northwind', params.buyerId),
    }
  }
  const settled = (actionId: string, as: 'happened' | 'did-not-happen') =>
    settleByPerson(ada, actionId, { as, how: 'by-hand', reason: 'Seen in the panel' })

  test.each([
    ['done', done],
    ['refused', refuse],
  ] as const)('is worked on after what was %s before', async (_, answering) => {
    const { fresh, erase } = aboutBuyer()
    journal.service.answering = answering
    await perform(fresh())
    journal.service.answering = done
    await erase()
    expect(await outcomeOf(perform(fresh()))).toBe('done')
  })

  test('is told of an answer that comes late, and against somebody’s word, who then settles anew', async () => {
    process.env.SERVICE_WRITE_PATIENCE_MS = '50'
    const { fresh, erase } = aboutBuyer()
    const release = journal.service.hold(done)
    const call = fresh()
    expect(await outcomeOf(perform(call))).toBe('unconfirmed')
    await settled(call.actionId, 'did-not-happen')
    await erase()
    await release()
    const now = () => actionIn(journal.witness, call.actionId)
    await vi.waitFor(async () => expect((await now())?.state).toBe('done'), { timeout: 10_000 })
    expect((await now())?.contradicted_at).not.toBeNull()
    await settled(call.actionId, 'happened')
    expect((await now())?.contradicted_at).toBeNull()
    journal.service.answering = done
    expect(await outcomeOf(perform(fresh()))).toBe('done')
  })
})
