import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { indexPending } from '@/lib/knowledge/server/directory'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { breakerOf } from '@/lib/service/transport'
import { Dashboard } from '@/lib/testing/dashboard'
import { readEvents } from './read-events'
import { runReads } from './run-reads'
import { storeAll } from './store'

const signal = new AbortController().signal
const history = (chargeId: string) => ({
  orderId: 'Wq7LmR2x',
  ...{ createdAt: '2026-11-22 03:10:00', type: 'initial', currency: 'EUR', metaData: {}, products: [] },
  charges: [{ chargeId, createdAt: '2026-11-22 03:10:00', status: 'declined', amount: '37.20' }],
})

describe.each(engines)('buyers are read again because of events, on %s,', (engine) => {
  const dashboard = new Dashboard({ EVENTS_READS_PER_SECOND: '5' }, engine)
  const service = new ServiceForTests()
  const charges = new Map<string, string>()
  let serviceUrl = ''
  beforeAll(async () => {
    service.answering = ({ path }, response) => {
      const [, buyerId = ''] = /buyers\/([^/]+)/.exec(path) ?? []
      const data = path.includes('charge/history') ? [history(charges.get(buyerId) ?? '')] : []
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: { total: data.length } }))
    }
    serviceUrl = await service.start()
    dashboard.serviceAt(serviceUrl)
  })
  afterAll(() => service.stop())

  const charge = (buyerId: string, more: object = {}) => {
    const id = charges.get(buyerId) ?? randomUUID()
    charges.set(buyerId, id)
    const order = { id: 'Wq7LmR2x', currency: 'EUR', amount: '37.20' }
    return {
      ...{ type: 'charge', action: 'charge_settle', merchant: 'northwind', buyer: { id: buyerId } },
      chargeData: { id, status: 'settled', createdAt: '2026-11-22 03:10:00', order, ...more },
    }
  }
  const tell = async (...events: object[]) => {
    await storeAll(events.map((event) => ({ merchant: 'northwind', addressId: 'a-1', text: JSON.stringify(event) })))
    await readEvents(signal)
    await indexPending()
  }
  const lookAt = async (buyerId: string) => {
    const { accountId } = await dashboard.account('agent')
    const row = { merchant: 'northwind', buyer_id: buyerId, tab: randomUUID(), account_id: accountId, verb: null }
    await (await database())
      .insertInto('presence')
      .values({ ...row, seen_at: new Date().toISOString() })
      .execute()
  }
  const statusOf = async (buyerId: string) => {
    await indexPending()
    const store = await database()
    return store
      .selectFrom('directory_charges')
      .select(['status', 'told_by'])
      .where('charge_id', '=', charges.get(buyerId) ?? '')
      .executeTakeFirst()
  }
  const wanted = async () => (await (await database()).selectFrom('event_reads').selectAll().execute()).length

  it('where somebody looks at them, and then what was read stands', async () => {
    const [seen, unseen] = [randomUUID(), randomUUID()]
    await lookAt(seen)
    await tell(charge(seen), charge(unseen))
    await runReads(signal)
    expect(await statusOf(seen)).toEqual({ status: 'declined', told_by: 'read' })
    expect(await statusOf(unseen)).toEqual({ status: 'settled', told_by: 'event' })
    await tell(charge(seen, { status: 'captured' }))
    expect(await statusOf(seen)).toEqual({ status: 'declined', told_by: 'read' })
    expect(service.received.map(({ method }) => method)).toEqual(['GET'])
  })

  it('where events contradict each other', async () => {
    const buyerId = randomUUID()
    await tell(charge(buyerId), charge(buyerId, { order: { id: 'Wq7LmR2x', currency: 'EUR', amount: '9999.00' } }))
    await runReads(signal)
    expect(await statusOf(buyerId)).toEqual({ status: 'declined', told_by: 'read' })
  })

  it('no faster than may be, one by one, whatever comes and however many copies run', async () => {
    const buyers = Array.from({ length: 12 }, () => randomUUID())
    for (const buyerId of buyers) await lookAt(buyerId)
    await tell(...buyers.map((buyerId) => charge(buyerId)))
    const [before, from] = [service.received.length, performance.now()]
    await Promise.all([runReads(signal), runReads(signal)])
    const seconds = (performance.now() - from) / 1_000
    expect(service.received.length - before).toBe(buyers.length)
    expect(seconds).toBeGreaterThan((buyers.length - 1) / 5 - 0.1)
    expect(new Set(service.received.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it('not while the service isn’t responding, and later instead', async () => {
    const buyers = Array.from({ length: 6 }, () => randomUUID())
    for (const buyerId of buyers) await lookAt(buyerId)
    await tell(...buyers.map((buyerId) => charge(buyerId)))
    const before = service.received.length
    for (let lost = 0; lost < 5; lost += 1) breakerOf(serviceUrl).lost()
    const over = new AbortController()
    const running = runReads(over.signal).catch((cause: unknown) => cause)
    const tries = async () =>
      (await (await database()).selectFrom('event_reads').select('tries').where('buyer_id', 'in', buyers).execute()).map(
        (row) => row.tries,
      )
    await vi.waitFor(async () => expect(await tries()).toEqual(buyers.map(() => 1)), 5_000)
    expect(service.received.length).toBe(before)
    over.abort(new Error('over'))
    expect(await running).toMatchObject({ message: 'over' })
    forgetSingletons('breaker ')
    await (await database()).deleteFrom('event_reads').where('buyer_id', 'in', buyers).execute()
  })

  it('once a minute, and not at all where that is turned off', async () => {
    const buyerId = randomUUID()
    await lookAt(buyerId)
    await tell(charge(buyerId))
    await runReads(signal)
    const before = service.received.length
    await tell(charge(buyerId, { status: 'failed' }))
    await runReads(signal)
    expect(service.received.length).toBe(before)
    const waiting = await wanted()
    dashboard.start({ EVENTS_READS_PER_SECOND: '0' })
    await lookAt(randomUUID())
    await tell(charge(randomUUID()))
    expect(await wanted()).toBe(waiting)
  })
})
