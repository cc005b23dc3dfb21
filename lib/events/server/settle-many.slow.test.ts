import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { listSubscriptions } from '@/lib/operations/queries'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { readEvents } from './read-events'
import { runReads } from './run-reads'
import { reader } from './settle-actions'
import { storeAll } from './store'

// ACTS=1000 npx vitest run lib/events/server/settle-many.slow.test.ts
const count = Number(process.env.ACTS || 45)
/** Without `READS` many more than usual, as all acts are told of at once. */
const rate = Number(process.env.READS || 200)

/** So many are told of in one go. */
const piece = 60

/** What becomes of an act, and what the service tells: only those in `provable` can be settled. */
const fates = ['proven', 'doubled', 'late', 'contradicted', 'forged', 'unrelated', 'earlier', 'shifted', 'missing'] as const
type Fate = (typeof fates)[number]
const provable: readonly Fate[] = ['proven', 'doubled', 'late']
const notApplied: readonly Fate[] = ['contradicted', 'forged']

type Act = { actionId: string; buyerId: string; subscriptionId: string; fate: Fate; sentAt: number }

describe.each(engines)('many unconfirmed actions, on %s', (engine) => {
  const dashboard = new Dashboard({ EVENTS_READS_PER_SECOND: String(rate), SERVICE_READ_TIMEOUT_MS: '15000' }, engine)
  const service = new ServiceForTests()
  /** The flag at the service, by subscription, and whose subscription is which. */
  const shop = new Map<string, { on: boolean; obeys: boolean }>()
  const ofBuyer = new Map<string, string>()

  beforeAll(async () => {
    service.answering = ({ method, path, body }, response) => {
      const [, id = ''] = /subscriptions\/([^/]+)/.exec(path) ?? []
      const [, buyer = ''] = /buyers\/([^/]+)/.exec(path) ?? []
      const of = shop.get(id)
      if (method !== 'GET') {
        if (of?.obeys) of.on = body.autochargeStatus === true
        return void response.socket?.resetAndDestroy()
      }
      const made = {
        status: 'active',
        startDate: '2026-01-01T00:00:00+00:00',
        endDate: '2027-01-01T00:00:00+00:00',
        isManual: false,
      }
      const key = ofBuyer.get(buyer) ?? ''
      const data = [{ id: key, buyerId: buyer, ...made, autoChargeStatus: shop.get(key)?.on, statusInfo: [] }]
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data, meta: { total: data.length } }))
    }
    dashboard.serviceAt(await service.start())
  })
  afterAll(() => service.stop())

  /** Opens the buyer and turns autocharge off; the answer is lost, and the service has done it or not. */
  async function act(fate: Fate): Promise<Act> {
    const [actionId, buyerId, subscriptionId] = [randomUUID(), randomUUID(), randomUUID()]
    shop.set(subscriptionId, { on: true, obeys: !notApplied.includes(fate) })
    ofBuyer.set(buyerId, subscriptionId)
    forgetSingletons('breaker ')
    // As no person may: they can open 300 buyers in a minute.
    const merchant = merchantByCode('northwind')
    await askUnmasked(await callFor(listSubscriptions, { person: reader, merchant, params: { buyerId } }))
    const sentAt = Date.now()
    const answer = await dashboard.ask(changeAutochargeStatus, {
      params: { buyerId, subscriptionId },
      body: { autochargeStatus: false, reason: 'Asked by phone' },
      headers: { 'x-action-id': actionId },
    })
    expect(answer.headers.get('x-outcome')).toBe('unconfirmed')
    return { actionId, buyerId, subscriptionId, fate, sentAt }
  }

  /** What the service says of an act: it did it when it was sent, whenever it tells so. */
  function eventsOf({ buyerId, subscriptionId, fate, sentAt }: Act): object[] {
    const said = (ms: number) => new Date(sentAt + ms).toISOString().slice(0, 19).replace('T', ' ')
    const event = (action: string, more = {}, data = {}) => ({
      ...{ type: 'subscription', action: `subscription_${action}`, merchant: 'northwind', buyer: { id: buyerId }, ...more },
      subscriptionData: { id: subscriptionId, updatedAt: said(0), autochargeStatus: false, ...data },
    })
    const off = event('manual_auto_charge_off')
    const events: Record<Fate, object[]> = {
      proven: [off],
      doubled: [off, off, event('user_renew', {}, { updatedAt: said(-3_600_000), autochargeStatus: true })],
      late: [event('manual_auto_charge_off', {}, { updatedAt: said(60_000) })],
      contradicted: [off],
      forged: [off, event('user_auto_charge_off'), event('scheduled_auto_charge_off')],
      unrelated: [
        ...['user', 'scheduled', 'fraud', 'system'].map((who) => event(`${who}_auto_charge_off`)),
        event('event_refund', {}, { status: 'disabled' }),
        event('manual_auto_charge_off', { buyer: { id: randomUUID() } }),
        event('manual_auto_charge_off', { merchant: 'southbay' }, { updatedAt: said(1_000) }),
      ],
      earlier: [event('manual_auto_charge_off', {}, { updatedAt: said(-3 * 3_600_000) })],
      shifted: [event('manual_auto_charge_off', {}, { updatedAt: said(14 * 3_600_000) })],
      missing: [],
    }
    return events[fate]
  }

  /** Reads the service for as long as it's told of more, as the job does. */
  async function readUntil(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await runReads(over).catch((cause: unknown) => {
        if (!over.aborted) throw cause
      })
      await wait(20)
    }
  }

  it('are settled where they can be proven, within a minute, and none wrongly', { timeout: 3_600_000 }, async () => {
    const random = randomFrom(19)
    const acts: Act[] = []
    let begun = 0
    const lane = async () => {
      for (; begun < count; ) acts.push(await act(fates[begun++ % fates.length] ?? 'missing'))
    }
    await Promise.all(Array.from({ length: 4 }, lane)) // fewer than the answers that may be lost in a row before nothing is sent
    const sent = service.received.filter(({ method }) => method !== 'GET').length
    const store = await database()
    const settled = () =>
      store.selectFrom('actions').select(['action_id', 'settled_as', 'settled_at']).where('settled_as', 'is not', null).execute()
    const storedAt = new Map<string, number>()
    const over = new AbortController()
    const reading = readUntil(over.signal)
    const proofs = acts.filter(({ fate }) => provable.includes(fate))
    const [from, readBefore] = [Date.now(), service.received.length]
    try {
      for (let at = 0; at < acts.length; at += piece) {
        const some = acts.slice(at, at + piece)
        for (const { actionId } of some) storedAt.set(actionId, Date.now())
        const texts = some.flatMap(eventsOf).map((event) => ({ text: JSON.stringify(event), place: random() }))
        const sorted = texts.toSorted((a, b) => a.place - b.place)
        await storeAll(sorted.map(({ text }) => ({ merchant: 'northwind', addressId: 'a-1', text })))
        await readEvents(over.signal)
      }
      const allSettledAt = Date.now()
      while ((await settled()).length < proofs.length && Date.now() < allSettledAt + 75_000) await wait(250)
    } finally {
      over.abort()
      await reading
    }
    const seconds = (Date.now() - from) / 1_000
    const reads = service.received.length - readBefore
    const rows = await settled()
    const settledAt = new Map(rows.map(({ action_id, settled_at }) => [action_id, Date.parse(settled_at ?? '')]))
    const fateOf = new Map(acts.map(({ actionId, fate }) => [actionId, fate]))
    expect(
      rows.filter(
        ({ action_id, settled_as }) => settled_as !== 'happened' || !provable.includes(fateOf.get(action_id) ?? 'missing'),
      ),
    ).toEqual([])
    const took = proofs.map(
      ({ actionId }) => (settledAt.get(actionId) ?? Number.POSITIVE_INFINITY) - (storedAt.get(actionId) ?? 0),
    )
    const inTime = took.filter((ms) => ms <= 60_000).length
    console.info(
      `${inTime} of ${proofs.length} proven of ${count} were settled within a minute, the last after ${Math.max(...took)} ms, with ${reads} reads in ${seconds} s`,
    )
    expect(inTime / proofs.length).toBeGreaterThanOrEqual(0.95)
    expect(reads / seconds).toBeLessThanOrEqual(rate * 1.1)
    expect(service.received.filter(({ method }) => method !== 'GET').length).toBe(sent)
  })
})
