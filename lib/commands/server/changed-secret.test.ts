import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { engines, stop } from '@/lib/database/engines-for-tests'
import { problemIn } from '@/lib/testing/endings'
import { listActions, oneAction } from './actions'
import { check } from './check'
import { actionIn, ada, askedAfter, commandOf, outcomeOf } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { performUndo, sendAgain } from './perform-undo'
import { done, reset } from './service-for-tests'
import { settleByPerson } from './settling'

// What was sent is sealed with the secret of the installation, so nobody can read it once an operator has changed that.
describe.each(engines)('actions from before the secret was changed, on %s', (engine) => {
  beforeAll(() => {
    process.env.JOURNAL_KEY = 'a key of the journal for tests, as long as it must be'
  })
  const journal = new JournalForTests(engine, [ada], {})
  const params = () => ({ buyerId: randomUUID(), subscriptionId: randomUUID() })

  /** An action before the change that was done, or one that nobody answered. */
  async function before(name: 'changeExpirationDate' | 'changeBuyerEmail', isDone: boolean) {
    await secretIs('a secret of tests that is long enough')
    const of = name === 'changeBuyerEmail' ? { buyerId: randomUUID() } : params()
    journal.service.answering = isDone ? done : reset
    const call = commandOf(name, { params: of })
    expect(await outcomeOf(perform(call))).toBe(isDone ? 'done' : 'unconfirmed')
    await secretIs('another secret of tests, as long as the first')
    journal.service.answering = done
    return { ...call, buyerId: of.buyerId }
  }
  async function secretIs(secret: string): Promise<void> {
    await stop()
    process.env.NEXTAUTH_SECRET = secret
  }
  const unread = { kind: 'conflict', code: 'sealed_unread' }

  test.each(['changeExpirationDate', 'changeBuyerEmail'] as const)('are listed (%s)', async (name) => {
    for (const isDone of [true, false]) {
      const { actionId, buyerId } = await before(name, isDone)
      expect((await listActions(ada, { buyerId })).map((each) => each.actionId)).toEqual([actionId])
      expect(await oneAction(ada, actionId)).toMatchObject({ actionId })
    }
  })

  test('are neither undone nor sent again nor checked, and it’s said why', async () => {
    const was = await before('changeExpirationDate', true)
    expect(await problemIn(performUndo(ada, was.actionId, askedAfter(ada, 'undo', was.actionId)))).toMatchObject(unread)
    const open = await before('changeExpirationDate', false)
    expect(await problemIn(sendAgain(ada, open.actionId, askedAfter(ada, 'send-again', open.actionId)))).toMatchObject(unread)
    expect(await check(ada, open.actionId)).toMatchObject({ says: 'cannot-tell' })
    expect(journal.service.received).toHaveLength(2)
  })

  test('are settled, or acknowledged by another that is done', async () => {
    const first = await before('changeExpirationDate', false)
    await settleByPerson(ada, first.actionId, { as: 'happened', how: 'by-hand', reason: 'They said so' })
    expect(await actionIn(journal.witness, first.actionId)).toMatchObject({ settled_as: 'happened' })
    const { params, actionId } = await before('changeExpirationDate', false)
    const next = commandOf('changeExpirationDate', { params, acknowledges: actionId })
    expect(await outcomeOf(perform(next))).toBe('done')
    expect(await actionIn(journal.witness, next.actionId)).toMatchObject({ state: 'done' })
  })
})
