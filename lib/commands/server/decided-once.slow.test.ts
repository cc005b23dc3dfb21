import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inZone } from '@/lib/core/dates'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { env } from '@/lib/platform/env'
import { breakerOf } from '@/lib/service/transport'
import { withoutReads } from '@/lib/testing/environment'
import { askApproval } from './approvals'
import { commandNamed } from './command-named'
import { actionIn, ada, askedAfter, buyerId, commandOf, employ, personCalled } from './commands-for-tests'
import { perform } from './perform'
import { ConcurrentProcesses } from './racers-for-tests'
import { type Answering, bePatient, done, reset, ServiceForTests } from './service-for-tests'

const people = ['Ben', 'Cleo', 'Dan'].map((name) => personCalled(name, 'manager'))
const rounds = 15

/** Whether it was done for one, and for the others not because of that; on a slow machine they may not have waited for it. */
const oneDone = (outcomes: (string | null)[], code: string) =>
  outcomes.filter((each) => each === 'done').length === 1 &&
  outcomes.every((each) => ['done', code, 'target_busy'].includes(each ?? ''))

describe.each(engines)(
  'three people at the same moment, each at a process of their own, on %s',
  { timeout: 90_000 },
  (engine) => {
    const service = new ServiceForTests()
    const racers = new ConcurrentProcesses()
    let place: OwnPlace

    beforeAll(async () => {
      place = await newPlace(engine)
      const patience = { SERVICE_WRITE_PATIENCE_MS: '5000', SERVICE_WRITE_LIMIT_MS: '5000' }
      const where = { ...withoutReads, SERVICE_URL: await service.start(), ...patience }
      startAt(place, where)
      await employ(await database(), ada, ...people)
      await racers.start(people.length, place, where)
    })
    beforeEach(() => {
      service.answering = done
      service.received.length = 0
    })
    afterAll(async () => {
      await racers.stop()
      expect(await verify(await database(), place.DATA_DIR)).toMatchObject({ whole: true })
      await service.stop()
      await stop()
      await place.remove()
    })

    /** An action that ended as the service answers it. What is lost on purpose does not close the way to the service. */
    async function begun(answering: Answering) {
      const params = { buyerId, subscriptionId: randomUUID() }
      await saveFacts([{ entity: `subscription:${params.subscriptionId}`, field: 'autoChargeStatus', value: false }], {
        merchant: 'northwind',
        buyerId,
        source: 'read',
        operation: null,
        person: null,
      })
      const call = commandOf('changeAutochargeStatus', { params })
      breakerOf(env().SERVICE_URL).answered()
      service.answering = answering
      bePatient(answering === done || answering === reset ? 5_000 : 50)
      await perform(call)
      await vi.waitFor(() => expect(deliveriesOf(params.subscriptionId)).toBe(1), { timeout: 10_000 })
      service.answering = done
      return { actionId: call.actionId, params, subscriptionId: params.subscriptionId }
    }

    const entries = async () => (await database()).selectFrom('journal').select(['seq', 'kind', 'action_id'])

    /** Followers of an action whose intent stands in the journal behind its settling or its late answer. */
    async function begunAfterTheEndOf(actionId: string) {
      const ends = (await entries()).where('action_id', '=', actionId).where('kind', 'in', ['settled', 'late-outcome'])
      const [end] = await ends.orderBy('seq').execute()
      const followers = (await database()).selectFrom('actions').select('action_id').where('follows', '=', actionId)
      const intents = (await entries()).where('kind', '=', 'intent').where('action_id', 'in', followers)
      return intents.where('seq', '>', end?.seq ?? 0).execute()
    }

    /** Actions on a subscription, in the order of their intents. */
    async function intentsOn(subscriptionId: string) {
      const actions = (await database())
        .selectFrom('actions')
        .select('action_id')
        .where('target', '=', `subscription:${subscriptionId}`)
      const intents = (await entries()).where('kind', '=', 'intent').where('action_id', 'in', actions)
      return (await intents.orderBy('seq').execute()).map(({ action_id }) => action_id)
    }

    const ended = (actionId: string, state: string) =>
      vi.waitFor(async () => expect(await actionIn(await database(), actionId)).toMatchObject({ state }), { timeout: 10_000 })

    const person = (racer: number) => people[racer] ?? ada
    const deliveriesOf = (subscriptionId: string) => service.received.filter(({ path }) => path.includes(subscriptionId)).length

    test('send an unconfirmed action again once', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { actionId, subscriptionId } = await begun(reset)
        const outcomes = await racers.all('sendAgain', (racer) => [
          person(racer),
          actionId,
          askedAfter(person(racer), 'send-again', actionId),
        ])
        expect([oneDone(outcomes, 'cannot_send_again'), deliveriesOf(subscriptionId)]).toEqual([true, 2])
      }
    })

    test('undo an action once', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { actionId, subscriptionId } = await begun(done)
        const outcomes = await racers.all('undo', (racer) => [
          person(racer),
          actionId,
          askedAfter(person(racer), 'undo', actionId),
        ])
        expect([oneDone(outcomes, 'cannot_undo'), deliveriesOf(subscriptionId)]).toEqual([true, 2])
      }
    })

    test('send again, settle and hear a late answer: once it is settled or answered, nothing more is sent', async () => {
      for (let round = 0; round < rounds; round += 1) {
        let answerLate = () => {}
        const slow = await begun((received, response) => {
          answerLate = () => void (response.headersSent || done(received, response))
        })
        const settling = [ada, slow.actionId, { as: 'did-not-happen', how: 'checked', reason: 'It is still off' }]
        const racing = racers.each([
          { task: 'sendAgain', given: [person(0), slow.actionId, askedAfter(person(0), 'send-again', slow.actionId)] },
          round % 2 === 0
            ? { task: 'settle', given: settling }
            : { task: 'sendAgain', given: [person(1), slow.actionId, askedAfter(person(1), 'send-again', slow.actionId)] },
        ])
        if (round % 3 === 0) answerLate()
        await racing
        answerLate()
        await ended(slow.actionId, 'done')
        expect(await begunAfterTheEndOf(slow.actionId)).toEqual([])
        expect(deliveriesOf(slow.subscriptionId)).toBeLessThanOrEqual(2)
      }
    })

    test('undo and change the same thing: what is newer is not undone by what is older', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { actionId, params } = await begun(done)
        const id = randomUUID()
        const [undone, changed] = await racers.each([
          { task: 'undo', given: [person(0), actionId, askedAfter(person(0), 'undo', actionId, id)] },
          { task: 'changeAutocharge', given: { person: person(1), params } },
        ])
        const order = await intentsOn(params.subscriptionId)
        expect(['done', 'target_busy']).toContain(changed)
        if (undone === 'done') expect(order.indexOf(id)).toBe(1)
        else expect([['cannot_undo', 'target_busy'].includes(String(undone)), order.includes(id)]).toEqual([true, false])
      }
    })

    test('approve a request once', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const params = { buyerId, subscriptionId: randomUUID() }
        const body = { expirationDate: inZone(Date.now(), 'UTC').day, reason: 'The buyer wants the new term now' }
        const asked = { person: ada, actionId: randomUUID(), ticket: null }
        const { id } = await askApproval(commandNamed('changeExpirationDate'), { merchant: 'northwind', params, body }, asked)
        const outcomes = await racers.all('approve', (racer) => ({ person: person(racer), id }))
        expect([oneDone(outcomes, 'decided'), deliveriesOf(params.subscriptionId)]).toEqual([true, 1])
      }
    })

    test('approve or decline a request once, and the other is told that it is decided', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const params = { buyerId, subscriptionId: randomUUID() }
        const body = { expirationDate: inZone(Date.now(), 'UTC').day, reason: 'The buyer wants the new term now' }
        const asked = { person: ada, actionId: randomUUID(), ticket: null }
        const { id } = await askApproval(commandNamed('changeExpirationDate'), { merchant: 'northwind', params, body }, asked)
        const outcomes = await racers.all('approve', (racer) => ({ person: person(racer), id, approve: racer === 0 }))
        expect(outcomes.filter((each) => each === 'decided')).toHaveLength(outcomes.length - 1)
        expect(deliveriesOf(params.subscriptionId)).toBe(outcomes[0] === 'decided' ? 0 : 1)
      }
    })
  },
)
