import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import type { Person } from '@/lib/people/server/sessions'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import type { ChargeRows } from '../charge-answers'
import { chargeLike, orderLike } from '../examples-for-tests'
import { chargeReading, chargeRows } from './handlers'
import { beginReading } from './history-readers'
import { ListingService } from './listing-service-for-tests'

const dashboard = new Dashboard()
const [buyerId, otherBuyer] = [randomUUID(), randomUUID()]
type Handler = (request: Request, person: Person, params: { buyerId: string }) => Promise<Response>
const ask = (handler: Handler) =>
  dashboard.call(serveDashboard('read', handler), 'GET', `/api/desk/buyers/${buyerId}/charges`, { params: { buyerId } })

it('rows are never older than what is told beside them of how far it is read', async () => {
  const data = Array.from({ length: 3_000 }, (_, number) => {
    const createdAt = new Date(Date.UTC(2025, 0, 1, 0, 0, number)).toISOString().slice(0, 19).replace('T', ' ')
    return orderLike([chargeLike({ createdAt })], { orderId: `o-${number}`, createdAt })
  })
  const service = await listener(json(200, { data, meta: { total: data.length } })) // which ignores the limit
  dashboard.serviceAt(service.url)
  const read = ask(chargeReading).then((answer) => answer.text())
  await (await ask(chargeReading)).body?.cancel() // which is there once something is read
  for (let state = 'reading'; state === 'reading'; ) {
    const { orders, progress } = (await (await ask(chargeRows)).json()) as ChargeRows
    expect(Number(orders[0]?.orderId?.slice(2))).toBeGreaterThanOrEqual(progress.read - 1)
    state = progress.state
  }
  await read
})

it('a reading that the page has begun is what its browser asks for, and nothing is read twice', async () => {
  const service = new ListingService()
  service.has(20)
  await service.start(dashboard)
  await ask(async (request, person) => {
    beginReading({ person, merchant: merchantFor(request, person), buyerId: otherBuyer })
    return new Response(null, { status: 204 })
  })
  await vi.waitFor(() => expect(service.asked).not.toEqual([]))
  const lines = await (await ask((request, person) => chargeReading(request, person, { buyerId: otherBuyer }))).text()
  expect(JSON.parse(lines.trim().split('\n').at(-1) ?? '')).toMatchObject({ state: 'done', read: 20 })
  expect(service.asked).toEqual([...new Set(service.asked)])
})
