import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { noClaim } from '@/lib/journal/action-ids'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { applyPersonChange } from '@/lib/people/server/apply-person-change'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { recordPersonChange } from '@/lib/people/server/record-person-change'
import { oneAction } from './actions'
import { addApprovalRule, approvalRules, removeApprovalRule } from './approval-rules'
import { actionIn, ada, askedAfter, buyerId, commandOf, employ, entriesOf, outcomeOf, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { performUndo, sendAgain } from './perform-undo'
import { type Answering, bePatient, done, refuse, reset } from './service-for-tests'
import { settleByPerson } from './settling'

const manager = personCalled('Max', 'manager')
const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

describe.each(engines)(
  'what decides whether a command may be sent is decided as its intent is written, on %s',
  { timeout: 30_000 },
  (engine) => {
    const journal = new JournalForTests(engine, [ada, manager], { roles: ['manager'] })

    /** Autocharge of a subscription that no other test has touched, turned on: what was off before, so that it can be undone. */
    async function begun(answering: Answering) {
      const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
      await saveFacts([{ entity: `subscription:${params.subscriptionId}`, field: 'autoChargeStatus', value: false }], {
        merchant: 'northwind',
        buyerId: params.buyerId,
        source: 'read',
        operation: null,
        person: null,
      })
      const call = commandOf('changeAutochargeStatus', { params })
      journal.service.answering = answering
      await perform(call)
      await arrived(params.subscriptionId, 1)
      return { ...call, path: params.subscriptionId }
    }

    /** Whatever comes after these is done. */
    async function arrived(path: string, count: number) {
      await vi.waitFor(() => expect(deliveriesOf(path)).toBe(count), { timeout: 10_000 })
      journal.service.answering = done
    }

    const deliveriesOf = (path: string) => journal.service.received.filter((each) => each.path.includes(path)).length
    const settledAs = async (actionId: string) => (await actionIn(journal.witness, actionId))?.settled_as
    const undo = (actionId: string, as = ada, id: string = randomUUID()) =>
      outcomeOf(performUndo(as, actionId, askedAfter(as, 'undo', actionId, id)))
    const again = (actionId: string, as = ada, id: string = randomUUID()) =>
      outcomeOf(sendAgain(as, actionId, askedAfter(as, 'send-again', actionId, id)))
    const settle = (actionId: string, as: 'happened' | 'did-not-happen') =>
      settleByPerson(ada, actionId, { as, how: 'by-hand', reason: 'They said so' })

    describe('of the person, who was let in as they were before', () => {
      const fresh = (given: Parameters<typeof commandOf>[1] = {}) =>
        commandOf('changeExpirationDate', { params: { buyerId, subscriptionId: randomUUID() }, ...given })
      const account = (name: string) => journal.witness.updateTable('accounts').where('id', '=', `a-${name}`)

      test.each([
        ['whose account is disabled', { disabled_at: new Date().toISOString() }, 'northwind', 'account has been disabled'],
        ['whose role lost the right', { role: 'finance' as const }, 'northwind', 'role has changed'],
        ['who lost the merchant account', { role: 'agent' as const }, 'closed', 'access to the merchant account'],
      ])('who is one %s: nothing is sent', async (_, change, merchant, why) => {
        const name = randomUUID()
        const person = personCalled(name, 'manager')
        await employ(journal.witness, person)
        const call = () => fresh({ person, merchant: merchantByCode(merchant) })
        expect(await outcomeOf(perform(call()))).toBe('done')
        await account(name).set(change).execute()
        const refused = call()
        await expect(perform(refused)).rejects.toThrow(why)
        expect([journal.service.received.length, await actionIn(journal.witness, refused.actionId)]).toEqual([1, undefined])
      })

      test('who is disabled while their command waits for its turn to write: nothing is sent', async () => {
        const person = personCalled(randomUUID())
        await employ(journal.witness, person)
        const call = fresh({ person })
        const waits = () => vi.waitFor(async () => expect((await waiting.execute(journal.witness)).rows).not.toEqual([]))
        let outcome: Promise<string | null> = Promise.resolve(null)
        await journal.witness.transaction().execute(async (tx) => {
          await applyPersonChange(tx, person.accountId, { disabled: true }, (within, detail) =>
            recordPersonChange(within, manager, detail),
          )
          outcome = outcomeOf(perform(call))
          if (engine === 'PostgreSQL') await waits() // on SQLite no two transactions that write are open at once
        })
        expect([await outcome, journal.service.received]).toEqual(['not_allowed_any_more', []])
      })

      test('who needs an approval by now: nothing is sent without it', async () => {
        await addApprovalRule(manager, { operation: 'changeExpirationDate', condition: 'always', threshold: null }, noClaim)
        expect([await outcomeOf(perform(fresh())), journal.service.received.length]).toEqual(['approval_required', 0])
        for (const { id } of await approvalRules()) await removeApprovalRule(manager, id, noClaim)
        expect(await outcomeOf(perform(fresh()))).toBe('done')
      })
    })

    describe('an action is followed by one at a time', () => {
      const people = ['One', 'Two', 'Three'].map((name) => personCalled(name))
      beforeAll(() => employ(journal.witness, ...people))

      test('three people who undo it, or send it again, at the same moment deliver once', async () => {
        for (let round = 0; round < 3; round += 1) {
          const first = await begun(done)
          const outcomes = await Promise.all(people.map((person) => undo(first.actionId, person)))
          expect([outcomes.includes('done'), deliveriesOf(first.path)]).toEqual([true, 2])
          const lost = await begun(reset)
          const sent = await Promise.all(people.map((person) => again(lost.actionId, person)))
          expect([sent.includes('done'), deliveriesOf(lost.path)]).toEqual([true, 2])
        }
      })

      test('one that was let in before the other was done is not sent', async () => {
        const first = await begun(done)
        expect(await undo(first.actionId)).toBe('done')
        const late = commandOf('changeAutochargeStatus', { params: first.params, undoes: first.actionId })
        expect([await outcomeOf(perform(late)), deliveriesOf(first.path)]).toEqual(['cannot_undo', 2])
      })

      test('one that somebody changed in the database is not undone', async () => {
        const { actionId, path } = await begun(done)
        const row = journal.witness.updateTable('actions').where('action_id', '=', actionId)
        await row.set({ answer: sql`answer || ' '` }).execute()
        expect([await undo(actionId), deliveriesOf(path)]).toEqual(['row_changed', 1])
        await row.set({ answer: sql`rtrim(answer)` }).execute()
        expect(await undo(actionId)).toBe('done')
      })

      test.each([
        ['refused', true, refuse],
        ['unconfirmed', false, reset],
        ['done', false, done],
      ])('an undo that is %s makes room for the next: %s', async (state, isFree, answering) => {
        const { actionId, path } = await begun(done)
        journal.service.answering = answering
        expect(await undo(actionId)).toBe(state)
        journal.service.answering = done
        expect([await undo(actionId), deliveriesOf(path)]).toEqual(isFree ? ['done', 3] : ['cannot_undo', 2])
      })

      test('an undo that was not sent makes room for the next', async () => {
        const { actionId } = await begun(done)
        await journal.service.stop()
        expect(await undo(actionId)).toBe('not-sent')
        await journal.start()
        expect(await undo(actionId)).toBe('done')
      })

      test('an undo that a person settles as not applied makes room, and a late answer to it is written all the same', async () => {
        const { actionId, path } = await begun(done)
        let release = () => {}
        journal.service.answering = (received, response) => {
          release = () => void done(received, response)
        }
        bePatient(50)
        const slow = randomUUID()
        expect(await undo(actionId, ada, slow)).toBe('unconfirmed')
        await arrived(path, 2)
        bePatient(5_000)
        await settle(slow, 'did-not-happen')
        expect(await undo(actionId)).toBe('done')
        release()
        await vi.waitFor(async () => expect(await actionIn(journal.witness, slow)).toMatchObject({ state: 'done' }), {
          timeout: 10_000,
        })
        expect(await entriesOf(journal.witness, slow)).toEqual(['intent', 'outcome', 'settled', 'late-outcome'])
        expect([await undo(actionId), deliveriesOf(path)]).toEqual(['cannot_undo', 3])
      })

      test('the database itself takes no second one', async () => {
        const { actionId } = await begun(done)
        const id = randomUUID()
        expect(await undo(actionId, ada, id)).toBe('done')
        const row = await actionIn(journal.witness, id)
        const second = { ...row, action_id: randomUUID() } as NonNullable<typeof row>
        await expect(journal.witness.insertInto('actions').values(second).execute()).rejects.toThrow(/unique/i)
      })
    })

    describe('an unconfirmed action', () => {
      /** A repeat that was let in while it was still open. */
      const letIn = ({ params, actionId }: Awaited<ReturnType<typeof begun>>) =>
        commandOf('changeAutochargeStatus', { params, acknowledges: actionId, sendsAgain: actionId })

      test('is not sent again once a person has settled it', async () => {
        const lost = await begun(reset)
        await settle(lost.actionId, 'happened')
        expect([await outcomeOf(perform(letIn(lost))), deliveriesOf(lost.path)]).toEqual(['cannot_send_again', 1])
      })

      test('is not sent again once its late answer has come', async () => {
        let release = () => {}
        bePatient(50)
        const slow = await begun((received, response) => {
          release = () => void done(received, response)
        })
        release()
        await vi.waitFor(async () => expect(await actionIn(journal.witness, slow.actionId)).toMatchObject({ state: 'done' }), {
          timeout: 10_000,
        })
        expect([await outcomeOf(perform(letIn(slow))), deliveriesOf(slow.path)]).toEqual(['cannot_send_again', 1])
      })

      test('is settled with the outcome of its repeat, in one transaction with it', async () => {
        const lost = await begun(reset)
        const repeat = randomUUID()
        expect(await again(lost.actionId, manager, repeat)).toBe('done')
        expect([await settledAs(lost.actionId), await entriesOf(journal.witness, lost.actionId)]).toEqual([
          'happened',
          ['intent', 'outcome', 'settled'],
        ])
        const { sendAgain: possible } = await oneAction(ada, lost.actionId)
        expect(possible).toEqual({ possible: false, why: 'Max has already sent it again.' })
      })

      test('can be sent again once more where the service refused the repeat', async () => {
        const lost = await begun(reset)
        journal.service.answering = refuse
        expect([await again(lost.actionId), await settledAs(lost.actionId)]).toEqual(['refused', null])
        journal.service.answering = done
        expect([await again(lost.actionId), await settledAs(lost.actionId)]).toEqual(['done', 'happened'])
      })

      test('that a person settled as applied is not undone once the service has refused it', async () => {
        let release = () => {}
        bePatient(50)
        const slow = await begun((received, response) => {
          release = () => void refuse(received, response)
        })
        await settle(slow.actionId, 'happened')
        release()
        await vi.waitFor(async () => expect(await actionIn(journal.witness, slow.actionId)).toMatchObject({ state: 'refused' }), {
          timeout: 10_000,
        })
        expect([await undo(slow.actionId), deliveriesOf(slow.path)]).toEqual(['cannot_undo', 1])
      })
    })
  },
)
