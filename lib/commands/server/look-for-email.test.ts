import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { knownEmail } from '@/lib/knowledge/server/signing-buyer'
import { approvalInDetail } from './approval-detail'
import { askApproval, decide } from './approvals'
import { commandNamed } from './command-named'
import { ada, outcomeOf, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { answer } from './service-for-tests'

const max = personCalled('Max', 'manager')
const unknown = { uuid: randomUUID(), code: 3000, message: 'Entity not found', traceId: 't-1' }

const emailOf = (name: string) => ({ entity: 'buyer', field: 'email', value: `${name}@buyer.test` })

describe.each(engines)('an e-mail address that the look finds to be somebody else’s, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, max], {})
  journal.reads = 'auto'

  async function asked(at: Date) {
    const buyerId = randomUUID()
    const told = { merchant: 'northwind', buyerId, source: 'read', operation: 'findBuyerByEmail', person: null, at } as const
    await saveFacts([emailOf('was')], told)
    const wanted = { merchant: 'northwind', params: { buyerId }, body: { email: `${randomUUID()}@buyer.test` } }
    const given = { person: ada, actionId: randomUUID(), ticket: null }
    const { id } = await askApproval(commandNamed('changeBuyerEmail'), wanted, given)
    const approve = async () => {
      const { effectHash } = await approvalInDetail(max, id)
      return outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))
    }
    return { id, told, approve }
  }

  test.each([-3_600_000, 3_600_000])('isn’t known any more, with a clock that is wrong by %i ms', async (wrongByMs) => {
    const { id, told, approve } = await asked(new Date(Date.now() + wrongByMs))
    journal.service.reading = (_, response) => answer(response, 404, unknown)
    expect(await approve()).toBe('changed')
    expect(await knownEmail('northwind', told.buyerId)).toBeNull()
    expect(journal.service.received).toHaveLength(0)
    const { warnings } = (await approvalInDetail(max, id)).effect
    expect(warnings).toContainEqual(expect.stringContaining('We don’t know the buyer’s e-mail address now'))
  })

  test('isn’t known either where the same is read beside the look', async () => {
    const { told, approve } = await asked(new Date())
    journal.service.reading = async (_, response) => {
      await saveFacts([emailOf('was')], { ...told, at: new Date(Date.now() + 3_600_000) })
      answer(response, 404, unknown)
    }
    expect(await approve()).toBe('changed')
    expect(journal.service.received).toHaveLength(0)
  })

  test('stays what was learnt of the buyer meanwhile', async () => {
    const { told, approve } = await asked(new Date())
    journal.service.reading = async (_, response) => {
      await saveFacts([emailOf('new')], told)
      answer(response, 404, unknown)
    }
    expect(await approve()).toBe('changed')
    expect(await knownEmail('northwind', told.buyerId)).toBe('new@buyer.test')
    expect(journal.service.received).toHaveLength(0)
  })
})
