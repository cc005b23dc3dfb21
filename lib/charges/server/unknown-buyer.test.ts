import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { isStranger, type KnownNow } from '@/lib/knowledge/known'
import { known, recent, typeFacts } from '@/lib/knowledge/server/handlers'
import { recordOpened } from '@/lib/knowledge/server/recent-buyers'
import { listSubscriptions } from '@/lib/operations/queries'
import { subscriptionId } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import type { Person } from '@/lib/people/server/sessions'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { chargeLike, orderLike } from '../examples-for-tests'
import { buyerOrders } from './handlers'

describe.each(engines)('a buyer whom the service does not know, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const notFound = { uuid: null, message: 'Entity not found', code: 0, traceId: 'd166df255694' }
  const serviceSays = async (status: number, body: unknown) => dashboard.serviceAt((await listener(json(status, body))).url)
  const orders = (buyerId: string) => dashboard.call(serveDashboard('read', buyerOrders), 'GET', '/x', { params: { buyerId } })
  const knownOf = async (buyerId: string): Promise<KnownNow> =>
    (await dashboard.call(serveDashboard('read', known), 'GET', '/x', { params: { buyerId } })).json()
  const recentBuyers = async () => {
    const answer = await dashboard.call(serveDashboard('read', recent), 'GET', '/x', {})
    return (
      (await answer.json()) as {
        buyers: { buyerId: string; email: string | null; title: string | null; ticket: string | null }[]
      }
    ).buyers
  }
  const recentIds = async () => (await recentBuyers()).map(({ buyerId }) => buyerId)

  /** A buyer whose page was opened before anybody could tell whether there is one. */
  async function opened(): Promise<string> {
    const buyerId = randomUUID()
    const { accountId } = await dashboard.account('agent')
    await recordOpened({ accountId } as Person, 'northwind', buyerId, 'T-4711')
    expect(await recentIds()).toContain(buyerId)
    return buyerId
  }

  it('an id that the service knows nothing of is no recent buyer, though it was opened', async () => {
    const buyerId = await opened()
    await serviceSays(404, notFound)
    expect((await orders(buyerId)).status).toBe(404)
    expect(await recentIds()).not.toContain(buyerId)
  })

  it.each([
    ['as it’s kept', async () => {}],
    [
      'which older versions kept unmasked',
      async (buyerId: string, ticket: string) => {
        await (await database()).updateTable('recent_buyers').set({ ticket }).where('buyer_id', '=', buyerId).execute()
      },
    ],
  ])('a ticket with an e-mail address in it is shown masked, %s', async (_, before) => {
    const [buyerId, ticket] = [randomUUID(), 'for odile.beispiel@example.test']
    const { accountId } = await dashboard.account('agent')
    await recordOpened({ accountId } as Person, 'northwind', buyerId, ticket)
    const kept = (await database()).selectFrom('recent_buyers').select('ticket').where('buyer_id', '=', buyerId)
    expect((await kept.executeTakeFirstOrThrow()).ticket).toMatch(/^for o•+/)
    await before(buyerId, ticket)
    expect((await recentBuyers()).find((each) => each.buyerId === buyerId)?.ticket).toMatch(/^for o•+/)
  })

  it('one of whom no e-mail but a name on a charge is known is called by that, masked', async () => {
    const buyerId = await opened()
    const order = orderLike([chargeLike({ billingInfo: { firstName: 'Odile', lastName: 'Beispiel', ipAddress: '203.0.113.7' } })])
    await serviceSays(200, { data: [order], meta: { total: 1 } })
    await orders(buyerId)
    const found = (await recentBuyers()).find((each) => each.buyerId === buyerId)
    expect(found).toMatchObject({ email: null, title: 'O•••• B•••••••' })
  })

  it('one of whom something is known stays, and so does one that could not be asked for', async () => {
    const [typed, unasked] = [await opened(), await opened()]
    await dashboard.call(serveDashboard('act', typeFacts), 'POST', '/x', {
      body: { subscriptionId, autoChargeStatus: true },
      params: { buyerId: typed },
    })
    await serviceSays(404, notFound)
    await orders(typed)
    await serviceSays(500, notFound)
    await orders(unasked)
    expect(await recentIds()).toEqual(expect.arrayContaining([typed, unasked]))
  })

  it('an empty list of subscriptions makes nobody known, for the service sends one of any id', async () => {
    const buyerId = randomUUID()
    await serviceSays(200, { data: [], meta: { total: 0 } })
    await dashboard.ask(listSubscriptions, { params: { buyerId } })
    expect(isStranger(await knownOf(buyerId))).toBe(true)
  })
})
