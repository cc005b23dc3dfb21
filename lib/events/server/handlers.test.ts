import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { indexPending } from '@/lib/knowledge/server/directory'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { peerHeader } from '@/lib/platform/address-of'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { agent, asked } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import type { EventInDetail, EventPage } from '../event-list'
import type { EventsOverview } from '../overview'
import {
  addAddress,
  decideWithEvents,
  eraseWithEvents,
  event,
  events,
  overview as overviewHandler,
  putEventSettings,
} from './handlers'
import { writeRefused } from './hours'
import { readEvents } from './read-events'
import { receiveEvent } from './receive-event'

describe.each(engines)('the events of a merchant account, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const make = async () => {
    const answer = await dashboard.call(serveDashboard('settings', addAddress), 'POST', '/api/desk/events/addresses', {
      as: 'admin',
      body: {},
    })
    return { status: answer.status, ...((await answer.json()) as { address: string; code?: string }) }
  }
  const set = (body: object) =>
    dashboard.call(serveDashboard('settings', putEventSettings), 'PUT', '/api/desk/events/settings', { as: 'admin', body })
  const overview = async (): Promise<EventsOverview> =>
    (
      await dashboard.call(serveDashboard('seeEvents', overviewHandler), 'GET', '/api/desk/events/overview', { as: 'manager' })
    ).json()
  const list = async (search = '') => {
    const answer = await dashboard.call(serveDashboard('seeEvents', events), 'GET', '/api/desk/events', { as: 'manager', search })
    return { status: answer.status, ...((await answer.json()) as EventPage) }
  }
  const detail = async (eventId: string) => {
    const given = { as: 'manager', params: { eventId } } as const
    const answer = await dashboard.call(serveDashboard('seeEvents', event), 'GET', '/api/desk/events/x', given)
    return { status: answer.status, ...((await answer.json()) as EventInDetail) }
  }
  const post = async (address: string, body: object | string, sender = '198.51.100.7') => {
    const secret = address.split('/').at(-1) ?? ''
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(address, { method: 'POST', body: text, headers: { [peerHeader]: sender } })
    return (await receiveEvent(request, { params: Promise.resolve({ account: 'northwind', secret }) })).status
  }
  const charge = (buyerId: string) => ({
    ...{ type: 'charge', action: 'charge_settle', merchant: 'northwind', buyer: { id: buyerId, email: 'nora@example.test' } },
    chargeData: { id: randomUUID(), status: 'settled', createdAt: '2026-11-22 03:10:00', order: { id: 'Wq7LmR2x' } },
  })
  let address = ''

  it('come to an address that is shown once, of which there are two at most, and show nothing personal', async () => {
    const made = await make()
    address = made.address
    expect(made).toMatchObject({
      status: 200,
      address: expect.stringMatching(/^https:\/\/desk\.example\.test\/api\/events\/northwind\/[\w-]{43}$/),
    })
    await make()
    expect(await make()).toMatchObject({ status: 409, code: 'two_at_most' })
    expect(await post(address, charge(randomUUID()))).toBe(202)
    expect(await post(address, '{')).toBe(202)
    await readEvents(new AbortController().signal)
    const shown = await overview()
    expect(shown).toMatchObject({ today: 2, waiting: { count: 0 }, quietSince: null, refused: {} })
    const { data } = await list()
    expect(data.map(({ state }) => state).toSorted()).toEqual(['taken', 'unreadable'])
    expect(JSON.stringify([shown, data])).not.toMatch(new RegExp(`nora|${address.split('/').at(-1)}`))
  })

  it('are listed in pieces and by what they are, and each is shown without what is personal', async () => {
    const buyerId = randomUUID()
    for (const body of [charge(buyerId), charge(buyerId), { ...charge(buyerId), merchant: 'southbay' }])
      expect(await post(address, body)).toBe(202)
    await readEvents(new AbortController().signal)
    const source = { merchant: 'northwind', buyerId, source: 'read' as const, operation: null, person: null }
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'nora@example.test' }], source)
    const whole = await list('?limit=200')
    const [first, second] = [await list('?limit=3'), whole.data.length]
    const rest = await list(`?limit=200&after=${first.meta.next}`)
    expect([...first.data, ...rest.data]).toEqual(whole.data)
    expect([second, rest.meta.next]).toEqual([5, null])
    const today = new Date().toISOString().slice(0, 10)
    for (const [search, count] of [
      ...[['?state=left', 2] as const, ['?state=foreign', 1] as const, ['?action=charge_settle', 4] as const],
      ...[[`?buyerId=${buyerId}`, 3] as const, [`?from=${today}&to=${today}`, 5] as const, ['?to=2026-01-01', 0] as const],
    ])
      expect([search, (await list(search)).data.length]).toEqual([search, count])
    for (const search of [
      '?state=open',
      '?buyerId=x',
      '?from=today',
      `?from=${today}&to=2026-01-01`,
      '?after=x',
      '?limit=0',
      '?x=1',
    ])
      expect([search, (await list(search)).status]).toEqual([search, 422])

    const named = whole.data.filter((event) => event.buyerId === buyerId).map(({ state, who }) => [state, who])
    expect(named).toContainEqual(['foreign', null])
    expect(named.filter(([state]) => state !== 'foreign').map(([, who]) => who)).toEqual([
      'n•••a@e••••••.test',
      'n•••a@e••••••.test',
    ])

    const taken = whole.data.find(({ state }) => state === 'taken')
    const shown = await detail(taken?.id ?? '')
    expect(shown).toMatchObject({
      ...taken,
      addressTail: address.slice(-4),
      said: expect.arrayContaining([['Order', 'Wq7LmR2x']]),
    })
    expect(shown.raw).toContain('"action": "charge_settle"')
    expect(JSON.stringify(shown)).not.toMatch(/nora@|example\.test/)
    const broken = await detail(whole.data.find(({ state }) => state === 'unreadable')?.id ?? '')
    expect(broken).toMatchObject({ said: [], raw: null, bytes: 1 })
    expect([(await detail(randomUUID())).status, (await detail('x')).status]).toEqual([404, 400])
  })

  it('come only from where an admin allows, and what is refused is counted', async () => {
    expect((await set({ from: ['198.51.100.0/24', '2001:db8:40::/48'], settles: 'read' })).status).toBe(200)
    const from = (sender: string) => post(address, {}, sender)
    expect([await from('198.51.100.7'), await from('::ffff:198.51.100.7'), await from('2001:db8:40::9')]).toEqual([202, 202, 202])
    expect([await from('203.0.113.1'), await from('2001:db8:41::9'), await from('unknown')]).toEqual([404, 404, 404])
    await writeRefused()
    expect((await overview()).refused).toEqual({ sender: 3 })
    for (const range of ['0.0.0.0/0', '128.0.0.0/1', '198.51.100.0/33', '198.51.100.1/', 'shop.example.test', '::/0', '8000::/1'])
      expect([range, (await set({ from: [range], settles: 'read' })).status]).toEqual([range, 422])
    expect((await set({ from: [], settles: 'read' })).status).toBe(200)
  })

  it('are erased with their buyer, those that nobody has read yet as well', async () => {
    const [gone, other] = [randomUUID(), randomUUID()]
    await post(address, charge(gone))
    await post(address, charge(other))
    const erase = serveDashboard('settings', eraseWithEvents)
    const body = { buyerId: gone, confirmation: gone.slice(-4) }
    expect((await dashboard.call(erase, 'POST', '/api/desk/erasures', { as: 'admin', body })).status).toBe(200)
    await readEvents(new AbortController().signal)
    await indexPending()
    const store = await database()
    const left = async (table: 'events' | 'directory_keys' | 'directory_charges') => {
      const rows = await store.selectFrom(table).select('buyer_id').where('buyer_id', 'in', [gone, other]).execute()
      return [...new Set(rows.map(({ buyer_id }) => buyer_id))]
    }
    expect([await left('events'), await left('directory_keys'), await left('directory_charges')]).toEqual([
      [other],
      [other],
      [other],
    ])
  })

  it('are read before a refund is decided, however soon after them', async () => {
    const buyerId = randomUUID()
    const { id: refundId } = await askRefund(agent, asked({ buyerId }))
    const said = { type: 'subscription', action: 'subscription_event_chargeback', merchant: 'northwind', buyer: { id: buyerId } }
    const data = { id: randomUUID(), status: 'suspended', updatedAt: '2026-11-23 08:00:00' }
    expect(await post(address, { ...said, subscriptionData: data })).toBe(202)
    const body = { version: 1, approve: true, reason: 'Goodwill' }
    const handler = serveDashboard<{ refundId: string }>('decideRefund', decideWithEvents)
    const path = `/api/desk/refunds/${refundId}/decide`
    const answer = await dashboard.call(handler, 'POST', path, { as: 'finance', params: { refundId }, body })
    expect([answer.status, (await answer.json()).fields]).toMatchObject([422, [{ field: 'despite' }]])
  })
})
