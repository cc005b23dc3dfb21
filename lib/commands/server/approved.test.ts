import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { inZone } from '@/lib/core/dates'
import { ServiceProblem } from '@/lib/core/problem'
import { type Engine, engines } from '@/lib/database/engines-for-tests'
import { approvalInDetail } from './approval-detail'
import { askApproval, decide } from './approvals'
import { commandNamed } from './command-named'
import { actionIn, ada, commandOf, employ, entriesOf, outcomeOf, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { done, refuse } from './service-for-tests'

const [max, mia] = [personCalled('Max', 'manager'), personCalled('Mia', 'manager')]

/** Lets no action be begun, as a kill at that moment would, until it is taken away again. */
const noActions: Record<Engine, { begin: string[]; end: string[] }> = {
  SQLite: {
    begin: [`create trigger no_actions before insert on actions begin select raise(abort, 'killed'); end`],
    end: ['drop trigger no_actions'],
  },
  PostgreSQL: {
    begin: [
      `create function killed() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
      'create trigger no_actions before insert on actions for each row execute function killed()',
    ],
    end: ['drop trigger no_actions on actions', 'drop function killed'],
  },
}

describe.each(engines)('an approval is used up exactly when its action is begun, on %s', { timeout: 30_000 }, (engine) => {
  const journal = new JournalForTests(engine, [ada, max, mia], { people: [ada.email, max.email] })

  /** A renewal that somebody has asked for, about a subscription that no other test has touched. */
  async function asked({ person = ada, merchant = 'northwind' } = {}) {
    const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    const body = { expirationDate: inZone(Date.now(), 'UTC').day, reason: 'The buyer wants the new term now' }
    const wanted = { merchant, params, body }
    const { id, actionId } = await askApproval(commandNamed('changeExpirationDate'), wanted, {
      person,
      actionId: randomUUID(),
      ticket: null,
    })
    return { id, actionId, params }
  }

  async function approved(id: string, by = max): Promise<Response> {
    const { effectHash } = await approvalInDetail(by, id)
    return decide(by, id, { approve: true, effectHash, note: null })
  }
  const stateOf = async (id: string) =>
    (await journal.witness.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirst())?.state
  const change = (person: { accountId: string }, to: { disabled_at?: string | null; role?: 'agent' | 'finance' }) =>
    journal.witness.updateTable('accounts').set(to).where('id', '=', person.accountId).execute()

  test('the journal has the approval and then the intent', async () => {
    const { id, actionId } = await asked()
    expect([await outcomeOf(approved(id)), await stateOf(id)]).toEqual(['done', 'approved'])
    expect(await entriesOf(journal.witness, actionId)).toEqual(['approval-asked', 'approved', 'intent', 'outcome'])
  })

  test('a kill before its action is begun leaves it open, and it is approved later', async () => {
    const { id, actionId } = await asked()
    for (const statement of noActions[engine].begin) await sql.raw(statement).execute(journal.witness)
    expect(await outcomeOf(approved(id))).toBe('journal_unavailable')
    for (const statement of noActions[engine].end) await sql.raw(statement).execute(journal.witness)
    expect([await stateOf(id), await entriesOf(journal.witness, actionId), journal.service.received]).toEqual([
      'waiting',
      ['approval-asked'],
      [],
    ])
    expect([await outcomeOf(approved(id)), journal.service.received.length]).toEqual(['done', 1])
  })

  test('two managers who approve it at the same moment send it once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, actionId } = await asked()
      const outcomes = await Promise.all([max, mia, max].map((by) => outcomeOf(approved(id, by))))
      expect(outcomes.toSorted()).toEqual(['decided', 'decided', 'done'])
      expect(await entriesOf(journal.witness, actionId)).toEqual(['approval-asked', 'approved', 'intent', 'outcome'])
      expect(journal.service.received).toHaveLength(round + 1)
    }
  })

  test('of approving and declining at the same moment one holds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, params } = await asked()
      const decline = decide(mia, id, { approve: false, effectHash: '', note: null })
      const [approving] = await Promise.all([outcomeOf(approved(id)), outcomeOf(decline).catch(() => null)])
      const sent = journal.service.received.filter(({ path }) => path.includes(params.subscriptionId)).length
      expect([
        ['approved', 1, 'done'],
        ['declined', 0, 'decided'],
      ]).toContainEqual([await stateOf(id), sent, approving])
    }
  })

  describe('while the target is busy', () => {
    /** Another command on the same subscription, whose answer is held back until it is released. */
    async function busy(params: Record<string, string>, answering = done) {
      let release = () => {}
      journal.service.answering = (received, response) => {
        release = () => void answering(received, response)
      }
      const outcome = outcomeOf(perform(commandOf('changeAutochargeStatus', { params })))
      await vi.waitFor(() => expect(journal.service.received).toHaveLength(1), { timeout: 10_000 })
      journal.service.answering = done
      return { outcome, release: () => release() }
    }

    test('it stays open, and is approved later', async () => {
      const { id, actionId, params } = await asked()
      const { outcome, release } = await busy(params, refuse)
      expect([await outcomeOf(approved(id)), await stateOf(id)]).toEqual(['target_busy', 'waiting'])
      expect(await entriesOf(journal.witness, actionId)).toEqual(['approval-asked'])
      release()
      expect([await outcome, await outcomeOf(approved(id)), await stateOf(id)]).toEqual(['refused', 'done', 'approved'])
    })

    test('it stays open where the facts that the manager saw have changed until it is its turn, and is approved by those of now', async () => {
      const { id, actionId, params } = await asked()
      const { outcome, release } = await busy(params)
      const { effectHash } = await approvalInDetail(max, id)
      const deciding = outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))
      release()
      expect([await outcome, await deciding, await stateOf(id)]).toEqual(['done', 'changed', 'waiting'])
      expect([journal.service.received.length, await actionIn(journal.witness, actionId)]).toEqual([1, undefined])
      const { factsChanged, changes } = await approvalInDetail(max, id)
      expect([factsChanged, changes.map(({ label }) => label)]).toEqual([true, expect.arrayContaining(['Autocharge'])])
      expect(await outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))).toBe('changed')
      expect([await outcomeOf(approved(id)), await stateOf(id), journal.service.received.length]).toEqual(['done', 'approved', 2])
      expect(await entriesOf(journal.witness, actionId)).toEqual(['approval-asked', 'approved', 'intent', 'outcome'])
    })
  })

  describe('whoever asked may have lost what it takes', () => {
    const ines = personCalled('Ines')
    beforeAll(() => employ(journal.witness, ines))
    const outcomeFor = (id: string, by = max) =>
      approved(id, by).then(
        () => 'sent',
        (cause: unknown) => (cause instanceof ServiceProblem ? [cause.problem.code, cause.problem.detail] : cause),
      )
    const says = (why: string) => [
      'asker_not_allowed',
      `Ines’s ${why}. Nothing was sent. The request stays open until it expires or you decline it.`,
    ]

    test.each([
      ['the account', { disabled_at: new Date().toISOString() }, { disabled_at: null }, 'account has been disabled'],
      ['the right', { role: 'finance' as const }, { role: 'agent' as const }, 'role has changed and doesn’t allow this any more'],
    ])('%s: nothing is sent in their name, and it says so until they have it back', async (_, taken, given, why) => {
      const { id } = await asked({ person: ines })
      await change(ines, taken)
      expect([await outcomeFor(id), await stateOf(id), journal.service.received]).toEqual([says(why), 'waiting', []])
      await change(ines, given)
      expect([await outcomeOf(approved(id)), journal.service.received.length]).toEqual(['done', 1])
    })

    test('the merchant account: nothing is sent in their name', async () => {
      const { id } = await asked({ merchant: 'closed' })
      await journal.service.stop()
      await journal.start({ people: [max.email] })
      await expect(approved(id)).rejects.toThrow('Ada’s access to the merchant account Closed has been removed.')
      expect([await stateOf(id), journal.service.received]).toEqual(['waiting', []])
    })

    test('the account, while the request waits for its turn: that is seen as its action is begun', async () => {
      const { id, params } = await asked({ person: ines })
      const { effectHash } = await approvalInDetail(max, id)
      let release = () => {}
      journal.service.answering = (received, response) => {
        release = () => void refuse(received, response)
      }
      const other = outcomeOf(perform(commandOf('changeAutochargeStatus', { params })))
      await vi.waitFor(() => expect(journal.service.received).toHaveLength(1), { timeout: 10_000 })
      const deciding = outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))
      await change(ines, { disabled_at: new Date().toISOString() })
      release()
      expect([await other, await deciding, await stateOf(id)]).toEqual(['refused', 'asker_not_allowed', 'waiting'])
      expect(journal.service.received).toHaveLength(1)
      await change(ines, { disabled_at: null })
    })

    test('and so may the manager who approves', async () => {
      const { id } = await asked()
      const { effectHash } = await approvalInDetail(mia, id)
      await change(mia, { disabled_at: new Date().toISOString() })
      const deciding = decide(mia, id, { approve: true, effectHash, note: null })
      expect([await outcomeOf(deciding), await stateOf(id), journal.service.received]).toEqual([
        'not_allowed_any_more',
        'waiting',
        [],
      ])
      await change(mia, { disabled_at: null })
    })

    test('a manager may not read a request of a merchant account that is closed to them', async () => {
      const { id } = await asked({ merchant: 'closed' })
      await expect(approvalInDetail(mia, id)).rejects.toThrow('You don’t have access')
    })
  })
})
