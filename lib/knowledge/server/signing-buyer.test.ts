import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { getChargeHistory, listTokens } from '@/lib/operations/queries'
import { validBodies } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { json, type Listener, listener } from '@/lib/testing/listener'

const { fallbackBuyerIp: _, ...southbay } = { ...northwind, code: 'southbay' }
const dashboard = new Dashboard({ merchants: [northwind, southbay] })
let service: Listener
let params: { buyerId: string }
beforeEach(() => {
  params = { buyerId: randomUUID() }
})

const answering = async (body: unknown) => {
  service = await listener(json(200, body))
  dashboard.serviceAt(service.url)
}
const asking = (headers: Record<string, string> = {}) => dashboard.ask(listTokens, { params, headers })
const source = (answer: Response) => [answer.status, answer.headers.get('x-buyer-ip-source')]
const sentAs = () => service.received.at(-1)?.headers['x-buyer-ip']

const charged = (ipAddress: string | null, createdAt: string) => {
  const charge = {
    chargeId: randomUUID(),
    amount: '1.00',
    status: 'settled',
    createdAt,
    billingInfo: { ipAddress, country: 'br' },
  }
  return { orderId: 'o-1', charges: [charge] }
}
const historyOf = async (...data: object[]) => {
  await answering({ data, meta: { total: data.length } })
  return dashboard.ask(getChargeHistory, { params })
}

describe('an address typed by a person', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
  ])('%j signs the request as %s', async (typed, sent) => {
    await answering({ data: [] })
    expect(source(await asking({ 'x-buyer-ip': typed }))).toEqual([200, 'typed'])
    expect(sentAs()).toBe(sent)
  })

  it.each([
    '999.1.1.1',
    '1.2.3',
    'fe80::1%eth0',
    'localhost',
    '203.0.113.9, 10.0.0.1',
    '203.0.113.9:80',
    '0x7f.1',
    '',
    '::ffff:999.1.1.1',
  ])('%j is none, and nothing is sent (A28)', async (typed) => {
    await answering({ data: [] })
    const answer = await asking({ 'x-buyer-ip': typed })
    expect(await answer.json()).toMatchObject({
      status: 422,
      fields: [{ field: 'x-buyer-ip', title: 'Enter an IPv4 or IPv6 address' }],
    })
    expect(service.received).toEqual([])
  })

  it('that would begin another header cannot even be asked for', async () => {
    expect(() => new Headers({ 'x-buyer-ip': '127.0.0.1\r\nx: 1' })).toThrow()
  })
})

describe('without one', () => {
  it('the newest of the buyer’s history signs', async () => {
    await historyOf(
      charged('203.0.113.1', '2025-01-01 00:00:00'),
      charged('203.0.113.3', '2025-03-01 00:00:00'),
      charged('203.0.113.2', '2025-02-01 00:00:00'),
    )
    await answering({ data: [] })
    expect(source(await asking())).toEqual([200, 'history'])
    expect(sentAs()).toBe('203.0.113.3')
  })

  it('an older piece of the history does not bring back an older address', async () => {
    await historyOf(charged('203.0.113.3', '2025-03-01 00:00:00'))
    await historyOf(charged('203.0.113.1', '2025-01-01 00:00:00'))
    await asking()
    expect(sentAs()).toBe('203.0.113.3')
  })

  it.each([null, '', 'unknown', 'fe80::1%eth0', '10.0.0.1, 10.0.0.2'])(
    'what is no address in the history is passed over: %j',
    async (ipAddress) => {
      await historyOf(charged(ipAddress, '2025-03-01 00:00:00'))
      await answering({ data: [] })
      expect(source(await asking())).toEqual([200, 'fallback'])
    },
  )

  it('and without a history the account’s own signs', async () => {
    await answering({ data: [] })
    expect(source(await asking())).toEqual([200, 'fallback'])
    expect(sentAs()).toBe('198.51.100.10')
  })

  it('for a buyer who is not there yet, the account’s own signs', async () => {
    service = await listener(json(201, { data: { id: params.buyerId } }))
    dashboard.serviceAt(service.url)
    expect(source(await dashboard.ask(createBuyer, { body: validBodies.createBuyer }))).toEqual([201, 'fallback'])
  })

  it('and where the account has none, the person is asked for it', async () => {
    await answering({ data: [] })
    const answer = await asking({ 'x-merchant': 'southbay' })
    expect(await answer.json()).toMatchObject({
      status: 422,
      fields: [{ field: 'x-buyer-ip', title: 'We don’t know this buyer’s IP address yet. Enter it.' }],
    })
    expect(service.received).toEqual([])
  })
})

it('the address of the person at the desk, or what a balancer says of it, is never the buyer’s', async () => {
  await answering({ data: [] })
  await asking({
    'x-forwarded-for': '192.0.2.66',
    'x-real-ip': '192.0.2.66',
    forwarded: 'for=192.0.2.66',
    'x-client-ip': '192.0.2.66',
  })
  expect(JSON.stringify(service.received[0]?.headers)).not.toContain('192.0.2.66')
})

it('a buyer of one merchant account is not known to another', async () => {
  await historyOf(charged('203.0.113.3', '2025-03-01 00:00:00'))
  expect((await asking({ 'x-merchant': 'southbay' })).status).toBe(422)
})
