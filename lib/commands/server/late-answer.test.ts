import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import { log } from '@/lib/platform/log'
import { metricsText } from '@/lib/status/server/gauges'
import { listActions, oneAction } from './actions'
import type { CommandCall } from './command-call'
import { actionIn, ada, askedAfter, buyerId, commandOf, employ, entriesOf } from './commands-for-tests'
import { perform } from './perform'
import { performUndo, sendAgain } from './perform-undo'
import { replay } from './replay'
import { done, refuse, ServiceForTests } from './service-for-tests'
import { type Settlement, settleByPerson } from './settling'

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace
  let witness: Database
  let service: ServiceForTests

  beforeAll(async () => {
    place = await newPlace(engine)
    witness = await openDatabase(place)
    await employ(witness, ada)
  })

  beforeEach(async () => {
    service = new ServiceForTests()
    startAt(place, { SERVICE_URL: await service.start(), SERVICE_WRITE_PATIENCE_MS: '50', SERVICE_WRITE_LIMIT_MS: '5000' })
  })

  afterEach(async () => {
    await service.stop()
    expect(await verify(witness, place.DATA_DIR)).toMatchObject({ whole: true })
    await stop()
  })

  afterAll(async () => {
    await witness.destroy()
    await place.remove()
  })

  const open = async () => (await listActions(ada, { buyerId, outcome: 'open' })).map(({ actionId }) => actionId)

  const fresh = (params: Record<string, string> = { buyerId, subscriptionId: randomUUID() }) =>
    commandOf('changeExpirationDate', { params })

  /** Has the service wait with its answer to the next command until what this returns is called. */
  function holding(answering: typeof done): () => Promise<void> {
    let answer: (() => void) | undefined
    service.answering = (received, response) => {
      answer = () => void answering(received, response)
    }
    return () => vi.waitFor(() => (answer ? answer() : expect.fail('The command has not arrived yet')), { timeout: 10_000 })
  }

  async function sentAgainAndDone(actionId: string): Promise<void> {
    service.answering = done
    const id = randomUUID()
    await sendAgain(ada, actionId, askedAfter(ada, 'send-again', actionId, id))
    await vi.waitFor(async () => expect(await actionIn(witness, id)).toMatchObject({ state: 'done' }), { timeout: 10_000 })
  }

  /** Tells a command unconfirmed, has a person settle it, and then the service answer after all. */
  async function settledThenAnswered(as: Settlement['as'], answering = done, how: 'by-hand' | 'sent-again' = 'by-hand') {
    const release = holding(answering)
    const call = fresh()
    expect((await perform(call)).headers.get('x-outcome')).toBe('unconfirmed')
    await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 10_000 }) // before the next is answered otherwise
    if (how === 'sent-again') await sentAgainAndDone(call.actionId)
    else await settleByPerson(ada, call.actionId, { as, how, reason: 'Seen in the panel' })
    expect(await oneAction(ada, call.actionId)).toMatchObject({ settledAs: as, contradiction: null })
    await release()
    await vi.waitFor(async () => expect((await actionIn(witness, call.actionId))?.state).not.toBe('unconfirmed'), {
      timeout: 10_000,
    })
    return call.actionId
  }

  test('settled as not applied, and answered as done, it is an alert on the action until somebody settles it anew', async () => {
    const said = vi.spyOn(log, 'error')
    const actionId = await settledThenAnswered('did-not-happen')
    const action = await oneAction(ada, actionId)
    expect(action).toMatchObject({ state: 'done', settledAs: 'did-not-happen', contradiction: { settledBy: 'Ada', byMe: true } })
    expect(Date.parse(action.contradiction?.settledAt ?? '')).toBeLessThanOrEqual(Date.parse(action.answeredAt ?? ''))
    expect(await open()).toContain(actionId)
    expect(await metricsText()).toMatch(/^counterfoil_settlements_contradicted 1$/m)
    expect(said).toHaveBeenCalledWith(expect.objectContaining({ actionId }), 'settlement_contradicted')
    const late = await witness.selectFrom('journal').selectAll().where('action_id', '=', actionId).orderBy('seq').execute()
    expect(late.map(({ kind }) => kind)).toEqual(['intent', 'outcome', 'settled', 'late-outcome'])
    expect(JSON.parse(late.at(-1)?.detail ?? '')).toMatchObject({ state: 'done', contradicts: 'did-not-happen' })

    const wrong = settleByPerson(ada, actionId, { as: 'did-not-happen', how: 'by-hand', reason: 'Still not' })
    await expect(wrong).rejects.toMatchObject({ problem: { kind: 'conflict', code: 'settled' } })
    await settleByPerson(ada, actionId, { as: 'happened', how: 'checked', reason: 'The service answered it late' })
    expect(await oneAction(ada, actionId)).toMatchObject({ state: 'done', settledAs: 'happened', contradiction: null })
    expect(await open()).not.toContain(actionId)
    expect(await entriesOf(witness, actionId)).toEqual(['intent', 'outcome', 'settled', 'late-outcome', 'settled'])
  })

  test('settled as applied, and refused after all, is one too', async () => {
    const actionId = await settledThenAnswered('happened', refuse)
    expect(await oneAction(ada, actionId)).toMatchObject({ state: 'refused', contradiction: { settledBy: 'Ada' } })
    await settleByPerson(ada, actionId, { as: 'did-not-happen', how: 'checked', reason: 'The service answered it late' })
    expect(await open()).not.toContain(actionId)
  })

  test.each([
    ['as it was settled', 'happened', done, 'by-hand'],
    ['refused, as it was settled', 'did-not-happen', refuse, 'by-hand'],
    ['refused, but sent again and done since', 'happened', refuse, 'sent-again'],
  ] as const)('answered %s, it is none', async (_, as, answering, how) => {
    const actionId = await settledThenAnswered(as, answering, how)
    expect(await oneAction(ada, actionId)).toMatchObject({ settledAs: as, contradiction: null })
    expect(await open()).not.toContain(actionId)
  })

  test('what was applied after all is the newest on its target again', async () => {
    const release = holding(done)
    const call = fresh()
    await perform(call)
    await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 10_000 }) // before the next is answered otherwise
    await settleByPerson(ada, call.actionId, { as: 'did-not-happen', how: 'by-hand', reason: 'Seen in the panel' })
    service.answering = refuse
    await perform(fresh(call.params))
    await release()
    await vi.waitFor(async () => expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'done' }), {
      timeout: 10_000,
    })
    expect((await oneAction(ada, call.actionId)).undo).not.toMatchObject({ why: expect.stringContaining('Something newer') })
  })

  describe('answered only after somebody had acknowledged it and done another', () => {
    const params = () => ({ buyerId, subscriptionId: randomUUID() })
    const until = (on: Record<string, string>, expirationDate: string, acknowledges: string | null = null) =>
      commandOf('changeExpirationDate', { params: on, body: { expirationDate, reason: 'Asked' }, acknowledges })

    const read = { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: 'Ada' } as const
    const shown = (on: Record<string, string>, day: string) =>
      saveFacts([{ entity: `subscription:${on.subscriptionId}`, field: 'endDate', value: `${day}T00:00:00+00:00` }], read)

    async function crossed() {
      const on = params()
      await shown(on, '2027-02-01')
      const release = holding(done)
      const first = until(on, '2027-03-01')
      expect((await perform(first)).headers.get('x-outcome')).toBe('unconfirmed')
      await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 10_000 })
      service.answering = done
      const second = until(on, '2027-06-01', first.actionId)
      expect((await perform(second)).headers.get('x-outcome')).toBe('done')
      expect(await changed(second)).toBe('maybe')
      await release()
      await vi.waitFor(async () => expect(await actionIn(witness, first.actionId)).toMatchObject({ state: 'done' }), {
        timeout: 10_000,
      })
      return { on, first, second }
    }

    const changed = async ({ actionId }: CommandCall) => (await replay(actionId)).headers.get('x-changed-since')

    test('nobody knows which was applied last: neither is undone, and a repeat of either says so', async () => {
      const { first, second } = await crossed()
      for (const { actionId } of [first, second]) {
        expect((await oneAction(ada, actionId)).undo).toMatchObject({
          possible: false,
          why: expect.stringContaining('or may have'),
        })
        await expect(performUndo(ada, actionId, askedAfter(ada, 'undo', actionId))).rejects.toMatchObject({
          problem: { kind: 'conflict' },
        })
      }
      expect([await changed(first), await changed(second)]).toEqual(['maybe', 'maybe'])
      expect(service.received).toHaveLength(2)
    })

    test('of what they say differently nothing is known until the next read, and what was known is kept', async () => {
      const { on } = await crossed()
      const known = async () => {
        const facts = await factsOf('northwind', buyerId, `subscription:${on.subscriptionId}`)
        return Object.fromEntries(facts.map(({ field, value }) => [field, value]))
      }
      expect(await known()).toMatchObject({ endDate: null, autoChargeStatus: expect.any(Boolean) })
      await shown(on, '2027-06-01')
      expect(await known()).toMatchObject({ endDate: '2027-06-01T00:00:00+00:00' })
    })

    test('a read tells which it was', async () => {
      const { on, first, second } = await crossed()
      await shown(on, '2027-03-01')
      expect([await changed(first), await changed(second)]).toEqual([null, 'yes'])
    })

    test('where it only came before what was sent again, that can be undone', async () => {
      const release = holding(done)
      const on = params()
      await shown(on, '2027-02-01')
      const first = until(on, '2027-03-01')
      await perform(first)
      await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 10_000 })
      service.answering = done
      const id = randomUUID()
      const again = await sendAgain(ada, first.actionId, askedAfter(ada, 'send-again', first.actionId, id))
      expect(again.headers.get('x-outcome')).toBe('done')
      await release()
      await vi.waitFor(async () => expect(await actionIn(witness, first.actionId)).toMatchObject({ state: 'done' }), {
        timeout: 10_000,
      })
      expect((await replay(id)).headers.get('x-changed-since')).toBeNull()
      const { undo } = await oneAction(ada, id)
      expect(undo).not.toMatchObject({ why: expect.stringContaining('or may have') })
    })
  })
})
