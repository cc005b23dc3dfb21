import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { Dashboard } from './dashboard'
import { northwind } from './environment'
import { json, listener } from './listener'
import { quote } from './repeats-for-tests'
import { routes } from './routes'

const dashboard = new Dashboard({ merchants: [northwind] })
const handlers = await routes()

beforeEach(async () => dashboard.serviceAt((await listener(json(200, { data: [], meta: { total: 0 } }))).url))

/** Every address that names a buyer in its body, where the path can't tell whom somebody looks at. */
const bodies: Record<string, (buyerId: string) => object> = {
  '/api/desk/preview': (buyerId) => ({
    operation: 'disableToken',
    params: { buyerId },
    body: { chargeMethodTokenId: 1 },
    buyerAddress: null,
  }),
  '/api/desk/approvals': (buyerId) => ({
    operation: 'disableToken',
    params: { buyerId },
    body: { chargeMethodTokenId: 1 },
    buyerAddress: null,
    ticket: null,
    actionId: randomUUID(),
  }),
  '/api/v3/initials/url': (buyerId) => ({
    isMobile: false,
    returnUrl: 'https://shop.example.test/thanks',
    products: [{ productCode: 'NWPLUS1' }],
    buyerId,
  }),
  '/api/desk/quotes': (buyerId) => ({ ...quote('Plus'), buyerId }),
  '/api/desk/refunds': (buyerId) => ({ buyerId, orderId: 'o', chargeId: 'c', amount: '1.00', reason: 'Late', ticket: null }),
  '/api/desk/guides': (buyerId) => ({ playbook: 'refund', buyerId, ticket: null }),
}

describe('a buyer who is named in a body is looked at as one in a path is (A39)', () => {
  it.each(Object.entries(bodies))('%s', async (path, body) => {
    const route = handlers.find((each) => each.method === 'POST' && each.path === path)
    if (!route) throw new Error(`There is no POST ${path}`)
    const buyerId = randomUUID()
    await dashboard.call(route.handler, 'POST', path, { body: body(buyerId), headers: { 'x-action-id': randomUUID() } })
    const store = await database()
    const looked = await store.selectFrom('buyers_opened').select('buyer_id').where('buyer_id', '=', buyerId).execute()
    expect(looked).toEqual([{ buyer_id: buyerId }])
  })
})
