import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { notSentUnlessBegun, turnAway } from '@/lib/journal/action-ids'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { oneAction } from './actions'
import type { CommandCall } from './command-call'
import { commandNamed } from './command-named'
import { actionIn, ada, askedAfter, buyerId, commandOf, personCalled, problemOf } from './commands-for-tests'
import { begin } from './intent'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { performUndo, sendAgain } from './perform-undo'
import { preview } from './preview-handlers'
import { type Answering, bePatient, done, refuse, reset } from './service-for-tests'
import { settleByPerson } from './settling'
import { targetOf } from './target'
import { leaveWaiting, saveUnwrittenOutcome, takePending } from './unwritten-outcomes'

const grace = personCalled('Grace')
const busy: Answering = (_, response) => void response.writeHead(429, { 'content-type': 'application/json' }).end('{}')
const byHand = { how: 'by-hand', reason: 'Seen in the panel' } as const

const shownFor = ({ operation, params, body, person }: CommandCall, headers: Record<string, string> = {}) =>
  preview(
    new Request('http://127.0.0.1/api/desk/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-merchant': 'northwind', ...headers },
      body: JSON.stringify({ operation: operation.name, params, body }),
    }),
    person,
  )

describe.each(engines)('what is in the way of a command, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, grace], {})

  const outcomeOf = async (call: CommandCall, answering: Answering) => {
    journal.service.answering = answering
    return (await perform(call)).headers.get('x-outcome')
  }

  /** An action whose answer was lost, and another person's command on the same thing that acknowledges it. */
  async function unconfirmed(): Promise<{ lost: CommandCall; next: (more?: Partial<CommandCall>) => CommandCall }> {
    const params = { buyerId, subscriptionId: randomUUID() }
    const lost = commandOf('changeExpirationDate', { params })
    expect(await outcomeOf(lost, reset)).toBe('unconfirmed')
    return { lost, next: (more = {}) => commandOf('changeExpirationDate', { params, person: grace, ...more }) }
  }

  const inTheWay = (lost: CommandCall) => ({ kind: 'conflict', code: 'unsettled_action', actionId: lost.actionId })

  const nothing: [string, (next: (more?: Partial<CommandCall>) => CommandCall, lost: CommandCall) => Promise<unknown>][] = [
    ['was refused', (next, { actionId }) => outcomeOf(next({ acknowledges: actionId }), refuse)],
    [
      'was settled as not applied',
      async (next, { actionId }) => {
        const follower = next({ acknowledges: actionId })
        expect(await outcomeOf(follower, busy)).toBe('unconfirmed')
        await settleByPerson(grace, follower.actionId, { as: 'did-not-happen', ...byHand })
      },
    ],
    [
      'was another command and refused',
      (next, { actionId }) => {
        const { params } = next()
        return outcomeOf(commandOf('changeAutochargeStatus', { params, acknowledges: actionId }), refuse)
      },
    ],
    [
      'sent it again and was refused',
      async (_, { actionId }) => {
        journal.service.answering = refuse
        expect((await sendAgain(grace, actionId, askedAfter(grace, 'send-again', actionId))).headers.get('x-outcome')).toBe(
          'refused',
        )
      },
    ],
  ]

  test.each(nothing)('an unconfirmed action still is, once what acknowledged it %s', async (_, follow) => {
    const { lost, next } = await unconfirmed()
    await follow(next, lost)
    const sent = journal.service.received.length
    expect((await shownFor(next())).unsettled).toMatchObject({ actionId: lost.actionId, running: false })
    expect(await problemOf(perform(next()))).toMatchObject(inTheWay(lost))
    expect(journal.service.received).toHaveLength(sent)
    expect(await outcomeOf(next({ acknowledges: lost.actionId }), done)).toBe('done')
    expect((await shownFor(next())).unsettled).toBeNull()
  })

  test('an unconfirmed action must be acknowledged before the next on the same thing', async () => {
    const { lost, next } = await unconfirmed()
    expect(await problemOf(perform(next()))).toMatchObject(inTheWay(lost))
    expect(journal.service.received).toHaveLength(1)
    expect(await outcomeOf(next({ acknowledges: lost.actionId }), done)).toBe('done')
  })

  test('an action that is settled as applied asks whoever acknowledged it for another look', async () => {
    const { lost, next } = await unconfirmed()
    const follower = next({ acknowledges: lost.actionId })
    expect(await outcomeOf(follower, refuse)).toBe('refused')
    await settleByPerson(ada, lost.actionId, { as: 'happened', ...byHand })
    const refused = await problemOf(perform(next({ acknowledges: lost.actionId })))
    expect(refused).toMatchObject({ ...inTheWay(lost), detail: expect.stringContaining('it’s settled as applied now') })
    expect(await problemOf(perform(next({ acknowledges: follower.actionId })))).toMatchObject(inTheWay(lost))
    expect(await outcomeOf(next(), done)).toBe('done')
  })

  test('so does one that turned out to be done behind a command that was refused', async () => {
    bePatient(50)
    let answer = () => {}
    const params = { buyerId, subscriptionId: randomUUID() }
    const late = commandOf('changeExpirationDate', { params })
    const held: Answering = (received, response) => {
      answer = () => void done(received, response)
    }
    expect(await outcomeOf(late, held)).toBe('unconfirmed')
    await vi.waitFor(() => expect(journal.service.received).toHaveLength(1))
    const next = (more: Partial<CommandCall> = {}) => commandOf('changeExpirationDate', { params, person: grace, ...more })
    bePatient(5_000)
    await outcomeOf(next({ acknowledges: late.actionId }), refuse)
    answer()
    await vi.waitFor(async () => expect(await actionIn(journal.witness, late.actionId)).toMatchObject({ state: 'done' }), 10_000)
    const refused = await problemOf(perform(next({ acknowledges: late.actionId })))
    expect(refused).toMatchObject({ ...inTheWay(late), detail: expect.stringContaining('it’s done now') })
  })

  test('one that the service has answered is, though somebody settled it and its answer can’t be written', async () => {
    const { lost, next } = await unconfirmed()
    await settleByPerson(ada, lost.actionId, { as: 'did-not-happen', ...byHand })
    const row = await actionIn(journal.witness, lost.actionId)
    if (!row) throw new Error('There is no row')
    saveUnwrittenOutcome({ ...row, effect: '{' }, lost.body, { state: 'done', status: 200, body: {}, code: null, answer: {} })
    expect(await problemOf(begin(next()))).toMatchObject({ code: 'target_busy', detail: expect.stringContaining('has ended') })
    leaveWaiting(takePending(), [])
    expect((await begin(next())).isNew).toBe(true)
  })

  test('an undo that nobody answered is not told as undone', async () => {
    const params = { buyerId, subscriptionId: randomUUID() }
    const turned = commandOf('changeAutochargeStatus', { params })
    const read = { merchant: 'northwind', buyerId, source: 'read', operation: null, person: null } as const
    await saveFacts([{ entity: `subscription:${params.subscriptionId}`, field: 'autoChargeStatus', value: false }], read)
    expect(await outcomeOf(turned, done)).toBe('done')
    journal.service.answering = reset
    await performUndo(grace, turned.actionId, askedAfter(grace, 'undo', turned.actionId))
    const { undo } = await oneAction(ada, turned.actionId)
    expect(undo).toMatchObject({ possible: false, why: expect.stringContaining('we don’t know whether that was applied') })
  })

  test('of two requests under one id, none is sent once the other was told that nothing was', async () => {
    const answer = journal.service.hold()
    const { params, ...first } = commandOf('changeAutochargeStatus', { params: { buyerId, subscriptionId: randomUUID() } })
    const holder = perform({ params, ...first })
    await vi.waitFor(() => expect(journal.service.received).toHaveLength(1))
    const twin = commandOf('changeExpirationDate', { params })
    const waiting = {}
    expect(await problemOf(begin(twin, waiting))).toMatchObject({ code: 'target_busy' })
    const second = problemOf(perform(twin))
    const told = () => notSentUnlessBegun(new Request('http://127.0.0.1/', { headers: { 'x-action-id': twin.actionId } }))
    await vi.waitFor(async () => expect(await told()).not.toHaveProperty('x-outcome'))
    expect(await second).toMatchObject({ code: 'target_busy' })
    expect(await told()).toMatchObject({ 'x-outcome': 'not-sent' })
    await answer()
    await holder
    expect(await problemOf(begin(twin, waiting))).toMatchObject({ detail: expect.stringContaining('nothing was sent') })
    expect(await outcomeOf(twin, done)).toBe('done') // whoever asks for it now isn't bound
    expect(await turnAway(twin.actionRequest)).toBe(false)
    expect(journal.service.received).toHaveLength(2)
  })

  test('nothing is in the way of a form whose own try is to be answered', async () => {
    const { lost } = await unconfirmed()
    const shownTo = (person: typeof grace, tried: string) => shownFor({ ...lost, person }, { 'x-tried': tried })
    expect((await shownTo(lost.person as typeof grace, lost.actionId)).unsettled).toBeNull()
    expect((await shownTo(lost.person as typeof grace, randomUUID())).unsettled).toMatchObject({ actionId: lost.actionId })
    expect((await shownTo(grace, lost.actionId)).unsettled).toMatchObject({ actionId: lost.actionId, mine: false })
    const own = commandOf('changeExpirationDate', { params: { buyerId, subscriptionId: randomUUID() } })
    await outcomeOf(own, done)
    expect((await shownTo(ada, own.actionId)).unsettled).toMatchObject({ actionId: lost.actionId }) // a try at something else
  })
})

describe.each(engines)('what charges the buyer, on %s', (engine) => {
  const journal = new JournalForTests(engine, [personCalled('Max', 'manager')], {})

  test('is asked about where the same was done within a day, whoever did it; nothing else is', async () => {
    const max = personCalled('Max', 'manager')
    const params = { buyerId, subscriptionId: randomUUID() }
    const today = new Date().toISOString().slice(0, 10)
    const renewal = { params, person: max, renewalConfirmed: true }
    const until = (expirationDate: string) =>
      commandOf('changeExpirationDate', { ...renewal, body: { expirationDate, reason: 'Goodwill' } })
    const first = until(today)
    journal.service.answering = done
    expect((await perform(first)).headers.get('x-outcome')).toBe('done')
    const inTheWay = async (call: CommandCall) => (await shownFor(call)).unsettled
    const again = { ...until(today), body: { expirationDate: today, reason: 'Outage' } }
    expect(await inTheWay(again)).toMatchObject({ actionId: first.actionId, running: false, done: 'act', mine: true })
    await perform(commandOf('changeAutochargeStatus', { params, person: max }))
    expect(await inTheWay(again)).toMatchObject({ actionId: first.actionId, done: 'act' })
    expect(await inTheWay(until('2031-01-01'))).toBeNull()
    await perform(until('2031-01-01'))
    expect(await inTheWay(until('2031-01-01'))).toBeNull()
    const { params: elsewhere } = commandOf('changeExpirationDate', { params: { buyerId, subscriptionId: randomUUID() } })
    expect(await inTheWay({ ...again, params: elsewhere })).toBeNull()
  })
})

test('an order is the same however it leaves out what it doesn’t say', () => {
  const { operation } = commandNamed('createInitialOrder')
  const target = (more: object, product: object = {}) =>
    targetOf({ operation, params: {}, body: { buyerId, products: [{ productCode: 'plus', ...product }], ...more } })
  const plain = target({})
  for (const same of [
    { discount: null },
    { buyerMeta: {} },
    { metaData: {} },
    { metaData: { counterfoilActionId: randomUUID() } },
  ])
    expect(target(same)).toBe(plain)
  expect(target({}, { quantity: 1 })).toBe(plain)
  const two = (...products: string[]) => target({ products: products.map((productCode) => ({ productCode })) })
  expect(two('a', 'b')).toBe(two('b', 'a'))
  const lines = (...quantities: number[]) =>
    target({ products: quantities.map((quantity) => ({ productCode: 'plus', quantity })) })
  expect(lines(1, 2)).toBe(lines(3))
  expect(target({ isMobile: true })).toBe(target({ isMobile: false }))
  const of = (email: string, more: object) => target({ buyerId: undefined, buyer: { email, ...more } })
  expect(of('A@Shop.test', { locale: 'de' })).toBe(of('a@shop.test', {}))
  expect(of('a@shop.test', {})).not.toBe(of('b@shop.test', {}))
  expect(target({ returnUrl: 'https://shop.test/thanks#2' })).toBe(plain)
  expect(target({}, { quantity: 2 })).not.toBe(plain)
  expect(target({ discount: '5' })).not.toBe(plain)
  expect(target({ metaData: { ref: 'a' } })).not.toBe(plain)
  expect(target({ metaData: { quantity: 1 } })).not.toBe(plain)
  expect(target({ metaData: { email: 'A' } })).not.toBe(target({ metaData: { email: 'a' } }))
})
