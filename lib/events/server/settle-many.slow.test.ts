import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drainQueue } from '@/lib/boot/start-jobs'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { listSubscriptions } from '@/lib/operations/queries'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { forget } from '@/lib/testing/environment'
import { storeAll } from './store'

// ACTS=1000 npx vitest run lib/events/server/settle-many.slow.test.ts
const count = Number(process.env.ACTS || 45)

/** What becomes of an act, and what the service tells: only those in `provable` can be settled. */
const fates = ['proven', 'doubled', 'late', 'contradicted', 'forged', 'unrelated', 'earlier', 'shifted', 'missing'] as const
type Fate = (typeof fates)[number]
const provable: readonly Fate[] = ['proven', 'doubled', 'late']
const notApplied: readonly Fate[] = ['contradicted', 'forged']

type Act = { actionId: string; buyerId: string; subscriptionId: string; fate: Fate }

describe.each(engines)('many unconfirmed actions, on %s', (engine) => {
  const dashboard = new Dashboard({ EVENTS_READS_PER_SECOND: '20', SERVICE_READ_TIMEOUT_MS: '15000' }, engine)
  const service = new ServiceForTests()
  /** The flag at the service, by subscription, and whose it is. */
  const shop = new Map<string, { buyerId: string; on: boolean }>()
  let obeys = true

  beforeAll(async () => {
    service.answering = ({ method, path, body }, response) => {
      const [, id = ''] = /subscriptions\/([^/]+)/.exec(path) ?? []
      const [, buyer = ''] = /buyers\/([^/]+)/.exec(path) ?? []
      const of = shop.get(id)
      if (method !== 'GET') {
        if (of && obeys) of.on = body.autochargeStatus === true
        return void response.socket?.resetAndDestroy()
      }
      const made = {
        status: 'active',
        startDate: '2026-01-01T00:00:00+00:00',
        endDate: '2027-01-01T00:00:00+00:00',
        isManual: false,
      }
      const data = [...shop]
        .filter(([, { buyerId }]) => buyerId === buyer)
        .map(([key, { buyerId, on }]) => ({ id: key, buyerId, ...made, autoChargeStatus: on, statusInfo: [] }))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data, meta: { total: data.length } }))
    }
    dashboard.serviceAt(await service.start())
  })
  afterAll(() => service.stop())

  /** Opens the buyer and turns autocharge off; the answer is lost, and the service has done it or not. */
  async function act(fate: Fate): Promise<Act> {
    const [actionId, buyerId, subscriptionId] = [randomUUID(), randomUUID(), randomUUID()]
    shop.set(subscriptionId, { buyerId, on: true })
    forget('breaker ')
    await dashboard.ask(listSubscriptions, { params: { buyerId } })
    obeys = !notApplied.includes(fate)
    const answer = await dashboard.ask(changeAutochargeStatus, {
      params: { buyerId, subscriptionId },
      body: { autochargeStatus: false, reason: 'Asked by phone' },
      headers: { 'x-action-id': actionId },
    })
    expect(answer.headers.get('x-outcome')).toBe('unconfirmed')
    return { actionId, buyerId, subscriptionId, fate }
  }

  const said = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 19).replace('T', ' ')
  function told({ buyerId, subscriptionId, fate }: Act): object[] {
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

  it('are settled where they can be proven, within a minute, and none wrongly', { timeout: 3_600_000 }, async () => {
    const random = randomFrom(19)
    const acts: Act[] = []
    for (let number = 0; number < count; number += 1) acts.push(await act(fates[number % fates.length] ?? 'missing'))
    const sent = service.received.filter(({ method }) => method !== 'GET').length
    const store = await database()
    const settledAt = new Map<string, number>()
    const toldAt = new Map<string, number>()
    const look = async () => {
      const rows = await store
        .selectFrom('actions')
        .select(['action_id', 'settled_as'])
        .where('settled_as', 'is not', null)
        .execute()
      for (const { action_id } of rows) if (!settledAt.has(action_id)) settledAt.set(action_id, performance.now())
      return rows
    }
    const piece = 60
    for (let from = 0; from < acts.length; from += piece) {
      const some = acts.slice(from, from + piece)
      for (const { actionId } of some) toldAt.set(actionId, performance.now())
      const texts = some.flatMap(told).map((event) => ({ text: JSON.stringify(event), place: random() }))
      const sorted = texts.toSorted((a, b) => a.place - b.place)
      await storeAll(sorted.map(({ text }) => ({ merchant: 'northwind', addressId: 'a-1', text })))
      for (const job of ['events', 'event-reads'] as const) await drainQueue(job)
      await look()
    }
    for (
      let tries = 0;
      tries < 20 && acts.some(({ actionId, fate }) => provable.includes(fate) && !settledAt.has(actionId));
      tries += 1
    ) {
      await wait(500)
      await drainQueue('event-reads')
      await look()
    }
    const fateOf = new Map(acts.map(({ actionId, fate }) => [actionId, fate]))
    const rows = await look()
    expect(
      rows.filter(
        ({ action_id, settled_as }) => settled_as !== 'happened' || !provable.includes(fateOf.get(action_id) ?? 'missing'),
      ),
    ).toEqual([])
    const proofs = acts.filter(({ fate }) => provable.includes(fate))
    const took = proofs.map(({ actionId }) => (settledAt.get(actionId) ?? Number.POSITIVE_INFINITY) - (toldAt.get(actionId) ?? 0))
    const inTime = took.filter((ms) => ms <= 60_000).length
    console.info(
      `${inTime} of ${proofs.length} proven of ${count} were settled within a minute, the last after ${Math.round(Math.max(...took))} ms`,
    )
    expect(inTime / proofs.length).toBeGreaterThanOrEqual(0.95)
    expect(service.received.filter(({ method }) => method !== 'GET').length).toBe(sent)
  })
})
