import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexPending } from '@/lib/knowledge/server/directory'
import { getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { seededBuyers } from '@/standin/seed/buyers'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { SearchAnswer } from '../search-reading'
import { search } from './handlers'

const dashboard = new Dashboard({ merchants: [...standinMerchants] })
const buyers = seededBuyers(new Date())
let standin: Standin

const searchFor = serveDashboard('read', search)
const hitsOf = async (merchant: string, q: string) => {
  const answer = await dashboard.call(searchFor, 'POST', '/api/desk/search', { body: { q }, headers: { 'x-merchant': merchant } })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as SearchAnswer).hits
}

beforeAll(async () => {
  standin = await startStandin({})
  dashboard.serviceAt(standin.url)
  for (const { id: buyerId, email, merchantCode, orders } of buyers) {
    const asked = { params: { buyerId }, headers: { 'x-merchant': merchantCode } }
    for (let offset = 0; offset === 0 || offset < orders.length; offset += 100)
      expect((await dashboard.ask(getChargeHistory, { ...asked, search: `?limit=100&offset=${offset}` })).status).toBe(200)
    if (merchantCode === 'northwind') {
      await dashboard.ask(listTokens, asked)
      await dashboard.ask(listSubscriptions, asked)
      await hitsOf(merchantCode, email)
    }
  }
  await indexPending()
}, 60_000)

afterAll(() => standin.close())

type Buyer = (typeof buyers)[number]
const charges = ({ orders }: Buyer) => orders.flatMap((order) => order.charges.map((charge) => ({ order, charge })))
const nameOf = (buyer: Buyer) => {
  const billing = charges(buyer).find(({ charge }) => charge.billingInfo?.firstName)?.charge.billingInfo
  return billing ? [billing.firstName, billing.lastName].filter(Boolean).join(' ') : null
}
const cardOf = (buyer: Buyer) => {
  const by = charges(buyer).find(({ charge }) => charge.paymentMethod?.data?.lastFourDigits)
  return by && { lastFour: by.charge.paymentMethod?.data?.lastFourDigits, amount: by.charge.amount, currency: by.order.currency }
}
/** As a bank prints it: a day, the descriptor in capitals, the amount. */
const lineOf = (buyer: Buyer) => {
  const example = charges(buyer).find(({ charge }) => charge.descriptor && charge.createdAt)
  const day = example?.charge.createdAt?.slice(0, 10)
  return example ? `${day} ${example.charge.descriptor?.toUpperCase()} -${example.charge.amount} ${example.order.currency}` : null
}

const ways: [string, (buyer: Buyer) => (string | null | undefined)[]][] = [
  ['buyer id', ({ id }) => [id]],
  ['e-mail', ({ email, merchantCode }) => (merchantCode === 'northwind' ? [email, email.slice(0, 5), email.slice(2)] : [])],
  ['order id', ({ orders }) => [orders[0]?.orderId, orders.at(-1)?.orderId]],
  [
    'charge id',
    (buyer) =>
      charges(buyer)
        .slice(0, 3)
        .map(({ charge }) => charge.chargeId),
  ],
  [
    'provider transaction',
    (buyer) =>
      charges(buyer)
        .map(({ charge }) => charge.providerTransaction)
        .filter(Boolean)
        .slice(0, 3),
  ],
  ['subscription', ({ subscriptions, merchantCode }) => (merchantCode === 'northwind' ? subscriptions.map(({ id }) => id) : [])],
  [
    'last four with amount',
    (buyer) => [cardOf(buyer)].flatMap((card) => (card ? [`${card.lastFour} ${card.amount} ${card.currency}`] : [])),
  ],
  ['statement line', (buyer) => [lineOf(buyer)]],
  ['name in its own script', (buyer) => [nameOf(buyer), nameOf(buyer)?.split(' ').at(-1), nameOf(buyer)?.toUpperCase()]],
]

describe.each(ways)('by %s', (_, textsOf) => {
  it.each(buyers.map((buyer) => [buyer.email, buyer] as const))('%s is found', async (__, buyer) => {
    for (const text of textsOf(buyer)) {
      if (!text) continue
      const hits = await hitsOf(buyer.merchantCode, text)
      expect(
        hits.map(({ buyerId }) => buyerId),
        text,
      ).toContain(buyer.id)
    }
  })
})

it('no hit of one merchant account is shown to another', async () => {
  const [northwind] = buyers
  expect(await hitsOf('southbay', northwind?.orders[0]?.orderId ?? '')).toEqual([])
  expect(await hitsOf('southbay', 'tainara')).toEqual([])
})
