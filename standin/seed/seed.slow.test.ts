import { expect, test } from 'vitest'
import { placeOfAddress } from '../catalogue/places'
import { RunningStandin } from '../standin-for-tests'
import { standinMerchants } from '../standin-merchants'
import { seededBuyers } from './buyers'
import { crowd } from './crowd'
import { ids, stories } from './stories'

const running = new RunningStandin()
const today = new Date('2026-01-15T09:30:00Z')
const buyers = seededBuyers(today)
const beside = crowd(today)

test('the seed is the same every time', () => {
  expect([seededBuyers(today), crowd(today)]).toEqual([buyers, beside])
})

test('every story has its buyer, and every buyer a story', () => {
  const storyRows = stories.map(({ buyerId, email, merchantCode }) => [buyerId, email, merchantCode])
  expect(buyers.map(({ id, email, merchantCode }) => [id, email, merchantCode]).sort()).toEqual(storyRows.sort())
})

test.each(stories.map(({ name, buyerId, merchantCode }) => [name, buyerId, merchantCode]))(
  '%s can be opened',
  async (_, buyerId, merchantCode) => {
    const merchant = standinMerchants.find(({ code }) => code === merchantCode)
    expect((await running.as(merchant).get(`/api/v3/buyers/${buyerId}/charge/history?limit=1`)).status).toBe(200)
  },
)

test('all personal data is invented: example.test and documentation addresses', () => {
  for (const { email, orders } of [...buyers, ...beside]) {
    expect(email).toMatch(/@example\.test$/)
    const addresses = orders.flatMap(({ charges }) => charges.flatMap(({ billingInfo }) => billingInfo?.ipAddress ?? []))
    for (const address of addresses) expect(placeOfAddress(address), address).toBeDefined()
  }
})

test('ids of orders, charges and tokens are unique', () => {
  const all = [...buyers, ...beside]
  const orders = all.flatMap((buyer) => buyer.orders)
  const charges = orders.flatMap((order) => order.charges)
  const tokens = all.flatMap(({ chargeMethods }) => chargeMethods.flatMap((method) => method.tokens))
  for (const named of [
    orders.map(({ orderId }) => orderId),
    charges.map(({ chargeId }) => chargeId),
    tokens.map(({ id }) => id),
  ]) {
    expect(new Set<unknown>(named).size).toBe(named.length)
  }
})

test('the settled-twice order was paid twice, forty seconds apart', () => {
  const order = buyers.find(({ id }) => id === ids.settledTwice.buyer)?.orders[0]
  expect(order?.charges).toMatchObject([
    { status: 'settled', amount: '42.84', createdAt: '2026-01-12 09:30:20' },
    { status: 'settled', amount: '42.84', createdAt: '2026-01-12 09:31:00' },
  ])
})

test('the voucher is nine days old', () => {
  const order = buyers.find(({ id }) => id === ids.oldVoucher.buyer)?.orders[0]
  expect(order).toMatchObject({ createdAt: '2026-01-06 09:30:00', charges: [{ status: 'deferred' }] })
})

test('what the stand-in keeps for itself does not leave it', async () => {
  const answer = await running.as().get(`/api/v2/buyers/${ids.threeTokens.buyer}/subscriptions`)
  const { data } = answer.body as { data: object[] }
  expect(Object.keys(data[0] ?? {})).not.toEqual(expect.arrayContaining(['productId', 'chargeMethodId', 'currency']))
})
