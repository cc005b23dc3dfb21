import { afterAll, beforeAll, expect, it } from 'vitest'
import { indexPending } from '@/lib/knowledge/server/directory'
import { getChargeHistory, listSubscriptions } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { openedInDemo } from '@/standin/seed/crowd'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { ListPage } from '../list-page'
import { getList } from './handlers'

const dashboard = new Dashboard({ merchants: [...standinMerchants] })
let standin: Standin

beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
  for (const buyerId of openedInDemo)
    for (const operation of [getChargeHistory, listSubscriptions])
      expect((await dashboard.ask(operation, { params: { buyerId } })).status).toBe(200)
  await indexPending()
})
afterAll(() => standin.close())

const rowsOf = async (list: string, search = '') => {
  const answer = await dashboard.call(serveDashboard('read', getList), 'GET', '/api/desk/lists/x', { params: { list }, search })
  return ((await answer.json()) as ListPage).data
}

it.each([
  ['renewals-failed', '?span=7', 4],
  ['double-payments', '', 3],
  ['blocked', '?status=blocked', 5],
  ['blocked', '?status=suspended', 1],
  ['ending', '', 7],
  ['vouchers', '', 1],
])('a demo has in %s%s as many rows as it should: %i', async (list, search, count) => {
  expect((await rowsOf(list, search)).length).toBe(count)
})
