import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drainQueue } from '@/lib/boot/start-jobs'
import { type Answering, ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { listSubscriptions } from '@/lib/operations/queries'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { readEvents } from './read-events'
import { replayEvents } from './replay-events'
import { runReads } from './run-reads'
import { setEventSettings } from './settings'
import { imported, storeAll } from './store'

const signal = new AbortController().signal
type Of = { buyerId: string; subscriptionId: string }
const somebodyNew = (): Of => ({ buyerId: randomUUID(), subscriptionId: randomUUID() })

describe.each(engines)('an unconfirmed action, on %s', (engine) => {
  const dashboard = new Dashboard({ EVENTS_READS_PER_SECOND: '20', SERVICE_READ_TIMEOUT_MS: '15000' }, engine)
  const service = new ServiceForTests()
  /** What the service shows of subscriptions and orders, and whether it does what it is told before the answer is lost. */
  const asMade = { autoChargeStatus: true, endDate: '2027-01-01T00:00:00+00:00' }
  const shown = new Map<string, typeof asMade>()
  let orders: object[] = []
  let obeys = true
  let whileRead = async (_path: string) => {}

  const answering: Answering = async ({ method, path, body }, response) => {
    const [, id = ''] = /subscriptions\/([^/]+)/.exec(path) ?? []
    if (method !== 'GET') {
      const before = shown.get(id) ?? asMade
      const flag = typeof body.autochargeStatus === 'boolean' ? body.autochargeStatus : before.autoChargeStatus
      const endDate = typeof body.expirationDate === 'string' ? `${body.expirationDate}T00:00:00+00:00` : before.endDate
      shown.set(id, obeys ? { autoChargeStatus: flag, endDate } : before)
      return void response.socket?.resetAndDestroy()
    }
    await whileRead(path)
    const [, buyerId = ''] = /buyers\/([^/]+)/.exec(path) ?? []
    const rest = { buyerId, status: 'active', startDate: '2026-01-01T00:00:00+00:00', isManual: false, statusInfo: [] }
    const data = path.includes('charge/history')
      ? orders
      : [...shown].filter(([key]) => owners.get(key) === buyerId).map(([key, state]) => ({ id: key, ...rest, ...state }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data, meta: { total: data.length } }))
  }
  const owners = new Map<string, string>()
  beforeAll(async () => {
    service.answering = answering
    dashboard.serviceAt(await service.start())
  })
  afterAll(() => service.stop())

  /** What a person does who has opened the buyer's page, and so knows how it was before. */
  async function act(operation: Operation, params: Partial<Of>, body: object, more = {}): Promise<string> {
    owners.set(params.subscriptionId ?? '', params.buyerId ?? '')
    if (params.buyerId) await open(params)
    return actUnseen(operation, params, body, more)
  }
  async function open({ buyerId = '', subscriptionId = '' }: Partial<Of>) {
    if (!shown.has(subscriptionId)) shown.set(subscriptionId, asMade)
    forgetSingletons('breaker ')
    expect((await dashboard.ask(listSubscriptions, { params: { buyerId } })).status).toBe(200)
  }
  async function actUnseen(operation: Operation, params: Partial<Of>, body: object, more = {}): Promise<string> {
    const actionId = randomUUID()
    forgetSingletons('breaker ')
    const answer = await dashboard.ask(operation, { params, body, headers: { 'x-action-id': actionId, ...more } })
    expect(answer.headers.get('x-outcome')).toBe('unconfirmed')
    return actionId
  }
  const off = { autochargeStatus: false, reason: 'Asked by phone' }
  const turnOff = (of: Of, more = {}) => act(changeAutochargeStatus, of, off, more)

  const event = ({ buyerId, subscriptionId }: Of, action: string, data: object = {}) => ({
    ...{ type: 'subscription', action: `subscription_${action}`, merchant: 'northwind', buyer: { id: buyerId } },
    subscriptionData: {
      ...{ id: subscriptionId, updatedAt: new Date().toISOString().slice(0, 19).replace('T', ' '), autochargeStatus: false },
      ...data,
    },
  })
  const tell = async (events: object[], addressId = 'a-1') => {
    await storeAll(events.map((each) => ({ merchant: 'northwind', addressId, text: JSON.stringify(each) })))
    await readEvents(signal)
    await runReadsOnce()
  }
  /** Until nothing is to be read now, or being read; what is to be tried later stays. */
  async function runReadsOnce() {
    const aborting = new AbortController()
    const until = setInterval(async () => {
      const [now, held] = [0, 30_000].map((ms) => new Date(Date.now() + ms).toISOString())
      const query = (await database()).selectFrom('event_reads').select('due_at')
      const busy = await query.where((is) => is.or([is('due_at', '<=', now ?? ''), is('due_at', '>', held ?? '')])).execute()
      if (busy.length === 0) aborting.abort(new Error('nothing is due'))
    }, 100)
    await runReads(aborting.signal).catch((cause: Error) => expect(cause.message).toBe('nothing is due'))
    clearInterval(until)
  }
  const row = async (actionId: string) => {
    const kept = (await database()).selectFrom('actions').select(['state', 'settled_as', 'settled_how', 'settled_by'])
    return kept.where('action_id', '=', actionId).executeTakeFirstOrThrow()
  }
  const unsettled = { state: 'unconfirmed', settled_as: null }
  const settled = { state: 'unconfirmed', settled_as: 'happened', settled_how: 'event', settled_by: 'An event of the service' }

  it('is settled as applied by an event and a read that shows it, with both in the journal and nothing sent', async () => {
    const of = somebodyNew()
    const actionId = await turnOff(of)
    const sent = service.received.length
    await storeAll([{ merchant: 'northwind', addressId: 'a-1', text: JSON.stringify(event(of, 'manual_auto_charge_off')) }])
    for (const job of ['events', 'event-reads'] as const) await drainQueue(job) // as the runner of a copy does
    expect(await row(actionId)).toMatchObject(settled)
    expect(service.received.slice(sent).map(({ method }) => method)).toEqual(['GET'])
    const store = await database()
    const entries = store.selectFrom('journal').selectAll().where('action_id', '=', actionId)
    const entry = await entries.where('kind', '=', 'settled').execute()
    expect(entry).toMatchObject([{ person: 'An event of the service' }])
    expect(entry[0]?.detail).toContain('subscription_manual_auto_charge_off')
    expect(await verify(store, process.env.DATA_DIR ?? '')).toMatchObject({ whole: true })
  })

  it('stays so where the service shows otherwise, whatever events say', async () => {
    obeys = false
    const of = somebodyNew()
    const actionId = await turnOff(of)
    await tell([event(of, 'manual_auto_charge_off')])
    obeys = true
    expect(await row(actionId)).toMatchObject(unsettled)
  })

  it('stays so where nothing was known before, or it was so already: the read would show it though nothing was done', async () => {
    obeys = false
    const [unseen, already, known] = [somebodyNew(), somebodyNew(), somebodyNew()]
    for (const { buyerId, subscriptionId } of [unseen, already]) owners.set(subscriptionId, buyerId)
    for (const { subscriptionId } of [unseen, already]) shown.set(subscriptionId, { ...asMade, autoChargeStatus: false })
    const first = await actUnseen(changeAutochargeStatus, unseen, off)
    await open(already)
    const second = await actUnseen(changeAutochargeStatus, already, off)
    obeys = true
    const third = await turnOff(known)
    await tell([unseen, already, known].map((of) => event(of, 'manual_auto_charge_off')))
    expect([await row(first), await row(second), await row(third)]).toMatchObject([unsettled, unsettled, settled])
  })

  it('stays so where another one on the same thing begins while the service is asked', async () => {
    const of = somebodyNew()
    const first = await turnOff(of)
    const all: string[] = [first]
    whileRead = async (path) => {
      if (!path.includes(of.buyerId)) return // one of a test before, tried again
      whileRead = async () => {}
      all.push(await turnOff(of, { 'x-acknowledged-action': first }))
    }
    await tell([event(of, 'manual_auto_charge_off')])
    expect(all.length).toBe(2)
    expect(await row(first)).toMatchObject(unsettled)
  })

  it('stays so where nothing tells of it, though it was applied, and nothing is read for it', async () => {
    await (await database()).deleteFrom('event_reads').execute() // of the tests before, some are to be tried again
    const of = somebodyNew()
    const actionId = await turnOff(of)
    const sent = service.received.length
    const long = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 19)
    await tell([
      event(of, 'user_auto_charge_off'),
      event(of, 'event_refund', { updatedAt: long }),
      event({ ...of, subscriptionId: randomUUID() }, 'manual_auto_charge_off'),
    ])
    await tell([{ ...event(of, 'manual_auto_charge_off'), merchant: 'southbay' }])
    expect(await row(actionId)).toMatchObject(unsettled)
    expect(service.received.length).toBe(sent)
  })

  it('is not settled by an event that somebody imported or had read again, nor where an admin has turned that off', async () => {
    const [one, other, again] = [somebodyNew(), somebodyNew(), somebodyNew()]
    const [first, second, third] = [await turnOff(one), await turnOff(other), await turnOff(again)]
    await tell([event(one, 'manual_auto_charge_off')], imported)
    await setEventSettings(somebody('admin', 'admin'), 'northwind', { from: [], settles: 'never' })
    await tell([event(other, 'manual_auto_charge_off')])
    await setEventSettings(somebody('admin', 'admin'), 'northwind', { from: [], settles: 'read' })
    await storeAll([{ merchant: 'northwind', addressId: 'a-1', text: JSON.stringify(event(again, 'manual_auto_charge_off')) }])
    await readEvents(signal)
    await replayEvents({ merchant: 'northwind', from: 0, to: Date.now() }, false, signal)
    await runReadsOnce()
    expect([await row(first), await row(second), await row(third)]).toMatchObject([unsettled, unsettled, unsettled])
  })

  it('of an end date is settled by the event of that day, and never where the day may have charged the buyer', async () => {
    const [moved, renewed] = [somebodyNew(), somebodyNew()]
    const far = await act(changeExpirationDate, moved, { expirationDate: '2027-03-01', reason: 'Asked' })
    await tell([event(moved, 'manual_end_date', { endDate: '2027-03-01 00:00:00', autochargeStatus: true })])
    expect(await row(far)).toMatchObject(settled)
    const store = await database()
    const today = new Date().toISOString().slice(0, 10)
    const near = await act(changeExpirationDate, renewed, { expirationDate: '2027-04-01', reason: 'Asked' })
    await store.updateTable('actions').set({ created_at: `2027-04-01T08:00:00.000Z` }).where('action_id', '=', near).execute()
    expect(today < '2027-04-01').toBe(true)
    await tell([event(renewed, 'manual_end_date', { endDate: '2027-04-01 00:00:00', updatedAt: '2027-04-01 08:00:01' })])
    expect(await row(near)).toMatchObject(unsettled)
  })

  it('of an order is settled by a charge with its id, once the charge history shows it', async () => {
    const body = {
      products: [{ productCode: 'NWPLUS1' }],
      returnUrl: 'https://shop.example.test/',
      isMobile: false,
      buyer: { email: 'nora@example.test' },
    }
    const actionId = await act(createInitialOrder, {}, body)
    const buyerId = randomUUID()
    const metaData = { counterfoilActionId: actionId }
    const charge = {
      ...{ type: 'charge', action: 'charge_settle', merchant: 'northwind', buyer: { id: buyerId } },
      chargeData: { id: randomUUID(), status: 'settled', createdAt: '2026-11-22 03:10:00', order: { id: 'Wq7LmR2x', metaData } },
    }
    await tell([charge])
    expect(await row(actionId)).toMatchObject(unsettled)
    orders = [{ orderId: 'Wq7LmR2x', metaData, charges: [], products: [] }]
    await (await database()).updateTable('event_reads').set({ due_at: new Date().toISOString() }).execute()
    await runReadsOnce()
    orders = []
    expect(await row(actionId)).toMatchObject(settled)
  })

  it('among many is settled where it was applied and told of, and none that wasn’t', async () => {
    const states = ['proven', 'contradicted', 'unrelated', 'silent'] as const
    const acts: { actionId: string; of: Of; as: (typeof states)[number] }[] = []
    for (let number = 0; number < 24; number += 1) {
      const as = states[number % states.length] ?? 'silent'
      const of = somebodyNew()
      obeys = as !== 'contradicted'
      acts.push({ actionId: await turnOff(of), of, as })
    }
    obeys = true
    const events = acts.flatMap(({ of, as }) =>
      as === 'silent' ? [] : [event(of, as === 'unrelated' ? 'scheduled_auto_charge_off' : 'manual_auto_charge_off')],
    )
    await tell([...events, ...events].toSorted(() => Math.random() - 0.5))
    const outcomes = await Promise.all(acts.map(async ({ actionId, as }) => [as, (await row(actionId)).settled_as]))
    expect(outcomes).toEqual(acts.map(({ as }) => [as, as === 'proven' ? 'happened' : null]))
  }, 60_000)
})
