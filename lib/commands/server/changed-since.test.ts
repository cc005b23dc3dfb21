import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { listActions, oneAction } from './actions'
import { actionIn, ada, askedAfter, commandOf, outcomeOf, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { performUndo } from './perform-undo'
import { answer, done, reset } from './service-for-tests'
import { settleByPerson } from './settling'

const grace = personCalled('Grace')
const minutes = (count: number) => new Date(Date.now() + count * 60_000)

describe.each(engines)('an undo takes back nothing but its own action, on %s', { timeout: 30_000 }, (engine) => {
  const journal = new JournalForTests(engine, [ada, grace], {})

  type Thing = { params: { buyerId: string; subscriptionId: string }; actionId: string }
  const newThing = () => ({ buyerId: randomUUID(), subscriptionId: randomUUID() })

  /** Facts as a read of the service, or somebody who knows, brings them. */
  const learn = (
    { buyerId, subscriptionId }: Thing['params'],
    facts: Record<string, unknown>,
    { at = minutes(1), entity = `subscription:${subscriptionId}` } = {},
  ) =>
    saveFacts(
      Object.entries(facts).map(([field, value]) => ({ entity, field, value })),
      { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: null, at },
    )

  const before = { endDate: '2098-08-31T00:00:00+00:00', status: 'active', autoChargeStatus: true }
  async function moved(answering = done): Promise<Thing> {
    const params = newThing()
    await learn(params, before, { at: minutes(-1) })
    const call = commandOf('changeExpirationDate', { params, body: { expirationDate: '2099-04-12', reason: 'asked for it' } })
    journal.service.answering = answering
    await perform(call)
    journal.service.answering = done
    return { params, actionId: call.actionId }
  }

  const undo = ({ actionId }: Pick<Thing, 'actionId'>, as = ada, id: string = randomUUID()) =>
    outcomeOf(performUndo(as, actionId, askedAfter(as, 'undo', actionId, id)))
  const sent = () => journal.service.received.length
  const shown = async ({ actionId }: Pick<Thing, 'actionId'>) => (await oneAction(ada, actionId)).undo

  test('what a read shows otherwise by now is left as it is, and the page says so before', async () => {
    const thing = await moved()
    expect(await shown(thing)).toMatchObject({ possible: true })
    const at = minutes(1)
    await learn(thing.params, { endDate: '2099-10-29T00:00:00+00:00' }, { at })
    const undone = await shown(thing)
    expect(undone).toEqual({
      possible: false,
      why: expect.stringMatching(
        /^“End date” has changed since: this action had set 12 Apr 2099, and it’s 29 Oct 2099 now, known since .*\d\d:\d\d:\d\d \(.+\)\. An undo would overwrite that\. If it still has to change, use “Change end date”\.$/,
      ),
    })
    const { buyerId } = thing.params
    expect((await listActions(ada, { merchant: 'northwind', buyerId })).map((each) => each.undo)).toEqual([undone])
    const id = randomUUID()
    expect([await undo(thing, ada, id), sent(), await actionIn(journal.witness, id)]).toEqual(['cannot_undo', 1, undefined])
  })

  test('what became known only once the undo was let in is decided where its intent is written', async () => {
    const thing = await moved()
    await learn(thing.params, { endDate: '2099-10-29T00:00:00+00:00' })
    const late = commandOf('changeExpirationDate', { params: thing.params, undoes: thing.actionId })
    await expect(perform(late)).rejects.toThrow('it’s 29 Oct 2099 now')
    expect([sent(), await actionIn(journal.witness, late.actionId)]).toEqual([1, undefined])
  })

  test.each([
    ['reads show the same day', { endDate: '2099-04-12T09:30:00+00:00' }, minutes(1)],
    ['all else is as it was', { autoChargeStatus: true, status: 'active' }, minutes(1)],
    ['a field that it doesn’t show changes', { freezeDetails: null }, minutes(1)],
    ['what is known is older than the action', { endDate: '2099-10-29T00:00:00+00:00' }, minutes(-30)],
  ])('it is undone where %s', async (_, facts, at) => {
    const thing = await moved()
    await learn(thing.params, facts, { at })
    expect([await shown(thing), await undo(thing), sent()]).toMatchObject([{ possible: true }, 'done', 2])
  })

  test('what reads don’t show any more is left, as nobody knows what an undo would overwrite', async () => {
    const thing = await moved()
    await learn(thing.params, { endDate: null })
    const why =
      'The service’s last answer doesn’t show “End date” any more, so an undo might overwrite a change. If it still has to change, use “Change end date”.'
    expect(await shown(thing)).toEqual({ possible: false, why })
    expect([await undo(thing), sent()]).toEqual(['cannot_undo', 1])
  })

  test.each([
    ['Autocharge', { autoChargeStatus: false }, 'On', 'Off'],
    ['Status', { status: 'suspended' }, 'active', 'suspended'],
  ])('what it left as it was has changed: %s', async (label, facts, was, is) => {
    const thing = await moved()
    await learn(thing.params, facts)
    const why = (await shown(thing)) as { why: string }
    expect(why).toMatchObject({ possible: false })
    expect(why.why).toContain(`“${label}” has changed since: with this action it was ${was}, and it’s ${is} now, known since `)
    expect(why.why).toContain('An undo might have another effect now. If it still has to change, use “Change end date”.')
    expect([await undo(thing), sent()]).toEqual(['cannot_undo', 1])
  })

  test.each([{ status: 'expired', endDate: '2026-01-03T00:00:00+00:00' }, { status: 'suspended' }, { status: 'disabled' }])(
    'autocharge isn’t turned back on where reads show %j by now, as that might charge at once',
    async (facts) => {
      const params = newThing()
      await learn(params, before, { at: minutes(-1) })
      const call = commandOf('changeAutochargeStatus', { params, body: { autochargeStatus: false, reason: 'asked for it' } })
      await perform(call)
      expect(await shown(call)).toMatchObject({ possible: true })
      await learn(params, facts)
      expect(await shown(call)).toMatchObject({
        possible: false,
        why: expect.stringContaining('An undo might have another effect now.'),
      })
      expect([await undo(call), sent()]).toEqual(['cannot_undo', 1])
    },
  )

  test('it is undone where nothing at all is known of the thing by now', async () => {
    const thing = await moved()
    await journal.witness.deleteFrom('facts').where('buyer_id', '=', thing.params.buyerId).execute()
    expect([await undo(thing), sent()]).toEqual(['done', 2])
  })

  test('what the service set instead, as its own answer told and reads then show, is undone', async () => {
    const thing = await moved(({ path, body }, response) => {
      const answered = { end: (text: string) => answer(response, 200, withOtherEnd(JSON.parse(text))), writeHead: () => answered }
      done({ path, body } as never, answered as never)
    })
    expect((await oneAction(ada, thing.actionId)).differences).toMatchObject([{ field: 'endDate', observed: '13 Apr 2099' }])
    expect(await shown(thing)).toMatchObject({ possible: true })
    await learn(thing.params, { endDate: '2099-04-13T00:00:00+00:00' }, { at: minutes(5) })
    expect(await undo(thing)).toBe('done')
  })
  const withOtherEnd = ({ data, ...rest }: { data: object }) => ({
    ...rest,
    data: { ...data, endDate: '2099-04-13T00:00:00+00:00' },
  })

  test('one that nobody answered and somebody settled is undone only if nothing else has become known', async () => {
    const [still, other] = [await moved(reset), await moved(reset)]
    for (const { actionId } of [still, other])
      await settleByPerson(ada, actionId, { as: 'happened', how: 'by-hand', reason: 'They said so' })
    await learn(other.params, { endDate: '2099-10-29T00:00:00+00:00' })
    expect([await undo(still), await undo(other), sent()]).toEqual(['done', 'cannot_undo', 3])
  })

  test('an e-mail address that has changed since is left as it is, and is not shown in the reason', async () => {
    const params = newThing()
    const email = async (value: string, at: Date) => learn(params, { email: value }, { at, entity: 'buyer' })
    await email('old@buyer.test', minutes(-1))
    const call = commandOf('changeBuyerEmail', { params: { buyerId: params.buyerId } })
    await perform(call)
    await email('Grace@Buyer.test', minutes(1))
    expect(await shown(call)).toMatchObject({ possible: true })
    await email('somebody.else@buyer.test', minutes(2))
    expect(await shown(call)).toMatchObject({ possible: false, why: expect.stringContaining('it’s s•••••••••e@b••••.test now') })
    expect([await undo(call), sent()]).toEqual(['cannot_undo', 1])
  })

  test('two who undo at once while nothing has changed deliver once, and none where something has', async () => {
    const [same, other] = [await moved(), await moved()]
    await learn(other.params, { endDate: '2099-10-29T00:00:00+00:00' })
    const both = (thing: Thing) => Promise.all([undo(thing, ada), undo(thing, grace)])
    expect((await both(same)).toSorted()).toEqual(['cannot_undo', 'done'])
    expect([await both(other), sent()]).toEqual([['cannot_undo', 'cannot_undo'], 3])
  })
})
