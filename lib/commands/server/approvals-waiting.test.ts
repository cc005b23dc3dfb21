import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { askApproval, listApprovals } from './approvals'
import { commandNamed } from './command-named'
import { ada, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'

const max = personCalled('Max', 'manager')

describe.each(engines)('requests for approval on %s', { timeout: 30_000 }, (engine) => {
  const journal = new JournalForTests(engine, [ada, max], { people: [ada.email, max.email] })

  test('that wait are listed, also behind a hundred newer ones that were decided', async () => {
    const wanted = { merchant: 'northwind', params: { buyerId: randomUUID() }, body: { email: 'grace@buyer.test' } }
    const given = { person: ada, actionId: randomUUID(), ticket: 'T-1' }
    const { id } = await askApproval(commandNamed('changeBuyerEmail'), wanted, given)
    const row = await journal.witness.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const newer = Array.from({ length: 120 }, (_, at) => ({
      ...row,
      ...{ id: randomUUID(), action_id: randomUUID(), state: 'declined' as const },
      asked_at: new Date(Date.parse(row.asked_at) + at).toISOString(),
    }))
    await journal.witness.insertInto('approvals').values(newer).execute()
    const lists = [await listApprovals(max), await listApprovals(ada)]
    await journal.witness.deleteFrom('approvals').where('state', '=', 'declined').execute() // the journal knows nothing of them
    for (const listed of lists) {
      expect(listed.filter(({ state }) => state === 'waiting').map((approval) => approval.id)).toEqual([id])
      const times = listed.map(({ askedAt }) => askedAt)
      expect([times.length, times]).toEqual([101, times.toSorted().toReversed()])
    }
  })
})
