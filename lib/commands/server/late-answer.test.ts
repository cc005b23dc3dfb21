import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { log } from '@/lib/platform/log'
import { metricsText } from '@/lib/status/server/gauges'
import { withoutReads } from '@/lib/testing/environment'
import { listActions, oneAction } from './actions'
import { actionIn, ada, askedAfter, buyerId, commandOf, employ, entriesOf } from './commands-for-tests'
import { perform } from './perform'
import { sendAgain } from './perform-undo'
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
    const patience = { SERVICE_WRITE_PATIENCE_MS: '50', SERVICE_WRITE_LIMIT_MS: '5000' }
    startAt(place, { ...withoutReads, ...patience, SERVICE_URL: await service.start() })
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

  async function sentAgainAndDone(actionId: string): Promise<void> {
    service.answering = done
    const id = randomUUID()
    await sendAgain(ada, actionId, askedAfter(ada, 'send-again', actionId, id))
    await vi.waitFor(async () => expect(await actionIn(witness, id)).toMatchObject({ state: 'done' }), { timeout: 10_000 })
  }

  /** Tells a command unconfirmed, has a person settle it, and then the service answer after all. */
  async function settledThenAnswered(as: Settlement['as'], answering = done, how: 'by-hand' | 'sent-again' = 'by-hand') {
    const release = service.hold(answering)
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
    const release = service.hold(done)
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
})
