import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ids } from './seed/stories'
import { RunningStandin } from './standin-for-tests'
import { startStandin } from './start'

const retries = { repeats: 5, pauseMs: 5, groupMs: 40 }
const running = new RunningStandin({ now: () => new Date('2025-05-06T12:00:00Z'), renewalDelayMs: 1, retries })
const { buyer, subscription, tokens } = ids.threeTokens

type Got = { type: string; action: string; subscriptionData?: object; chargeData?: { id: string; order: object } }
const got: Got[] = []
let refusals = 0
let receiver: Server
let address = ''

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    got.push((await json(request)) as Got)
    refusals -= 1
    response.writeHead(refusals >= 0 ? 503 : 202).end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
})
afterAll(() => void receiver.close())
beforeEach(async () => {
  got.length = 0
  refusals = 0
  expect(await order({ account: 'northwind', address })).toBe(204)
})

const order = async (body: object) => {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(`${running.standin.url}/standin/events`, asked)).status
}
const posted = async () => (await fetch(`${running.standin.url}/standin/events`)).json()
const post = (what: string, body: object) =>
  running.as().post(`/api/v2/buyers/${buyer}/subscriptions/${subscription}/${what}`, body)
const arrived = (count: number) => vi.waitFor(() => expect(got.length).toBe(count))

test('what an agent changes is told with how the subscription is then', async () => {
  await post('change_autocharge_status', { autochargeStatus: false })
  await post('change_expiration_date', { expirationDate: '2025-07-01', reason: 'Goodwill' })
  await arrived(2)
  expect(got.map(({ action }) => action).toSorted()).toEqual([
    'subscription_manual_auto_charge_off',
    'subscription_manual_end_date',
  ])
  expect(got.find(({ action }) => action.endsWith('off'))).toMatchObject({
    ...{ type: 'subscription', merchant: 'northwind', buyer: { id: buyer } },
    subscriptionData: {
      id: subscription,
      updatedAt: '2025-05-06 12:00:00',
      autochargeStatus: false,
      product: { code: 'NWPRO12' },
    },
  })
})

test('a renewal is told with its charge, and one that is declined as that', async () => {
  await post('change_expiration_date', { expirationDate: '2025-05-06', reason: 'Renew now' })
  await arrived(3)
  const charge = got.find(({ type }) => type === 'charge')
  expect(charge?.chargeData).toMatchObject({
    status: 'settled',
    order: { type: 'autocharge', amount: '251.99', currency: 'GBP' },
  })
  expect(got.find(({ action }) => action === 'subscription_scheduled_renew')).toMatchObject({ chargeId: charge?.chargeData?.id })
  for (const chargeMethodTokenId of tokens)
    await running.as().put(`/api/v3/buyers/${buyer}/disable-token`, { chargeMethodTokenId })
  await post('change_expiration_date', { expirationDate: '2025-05-06', reason: 'Renew now' })
  await arrived(6)
  expect(got.map(({ action }) => action)).toEqual(expect.arrayContaining(['charge_unsuccess', 'subscription_scheduled_expire']))
})

test('what is refused is sent again, in groups, until it is taken', async () => {
  refusals = 7
  await post('change_autocharge_status', { autochargeStatus: false })
  await arrived(8)
  await vi.waitFor(async () => expect((await posted()).length).toBe(8))
  expect((await posted()).map(({ status }: { status: number }) => status)).toEqual([...Array(7).fill(503), 202])
})

test('what is refused itself tells nothing, and a reset sends nothing that was to come', async () => {
  await post('change_autocharge_status', { autochargeStatus: 'off' })
  refusals = 100
  await post('change_autocharge_status', { autochargeStatus: false })
  await vi.waitFor(() => expect(got.length).toBeGreaterThan(0))
  running.standin.reset()
  expect(await posted()).toEqual([])
  refusals = 0
  await post('change_autocharge_status', { autochargeStatus: false })
  await vi.waitFor(async () => expect(await posted()).toMatchObject([{ status: 202 }]))
})

test.each([{}, { account: 'nobody', address: 'http://127.0.0.1:9' }, { account: 'northwind', address: 'ftp://127.0.0.1' }])(
  '%j is no address for events',
  async (body) => expect(await order(body)).toBe(422),
)

test('an account’s events go to each of its addresses, and something happens by itself where that is wanted', async () => {
  const busy = await startStandin({ eventsPerMinute: 3_000 })
  for (const path of ['', '/second'])
    expect(
      (
        await fetch(`${busy.url}/standin/events`, {
          method: 'POST',
          body: JSON.stringify({ account: 'northwind', address: `${address}${path}` }),
        })
      ).status,
    ).toBe(204)
  const kinds = [
    ...['charge_settle', 'charge_unsuccess', 'subscription_event_chargeback'],
    ...['subscription_user_auto_charge_off', 'subscription_user_auto_charge_on'],
  ]
  await vi.waitFor(() => expect([...new Set(got.map(({ action }) => action))].toSorted()).toEqual(kinds))
  await busy.close()
  const bodies = got.map((body) => JSON.stringify(body))
  expect(bodies.filter((body) => bodies.indexOf(body) !== bodies.lastIndexOf(body)).length).toBeGreaterThan(kinds.length)
})
