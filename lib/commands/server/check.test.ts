import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { checkAction } from './action-handlers'

const dashboard = new Dashboard()

it('a check asks on a connection of its own each time, so that no earlier answer settles an action', async () => {
  const seen = new Set<unknown>()
  const service = await listener((response, received, request) => {
    if (request.method === 'POST') return void request.socket.destroy()
    seen.add(request.socket.remotePort)
    json(200, { data: [] })(response, received, request)
  })
  dashboard.serviceAt(service.url)
  const actionId = randomUUID()
  await dashboard.ask(changeAutochargeStatus, {
    params: { buyerId: randomUUID(), subscriptionId: randomUUID() },
    body: { autochargeStatus: false, reason: 'Asked by phone' },
    headers: { 'x-action-id': actionId },
  })
  const now = performance.now.bind(performance)
  for (const ahead of [0, 300]) {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead) // what may be used again has rested
    const check = serveDashboard<{ actionId: string }>('read', checkAction)
    const checked = await dashboard.call(check, 'POST', `/api/desk/actions/${actionId}/check`, { params: { actionId }, body: {} })
    expect(await checked.json()).toMatchObject({ says: 'cannot-tell' })
  }
  expect([service.received.length, seen.size]).toEqual([3, 2])
})
