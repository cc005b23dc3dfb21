import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import type { ChargeRows } from '../charge-answers'
import { chargeLike, orderLike } from '../examples-for-tests'
import { chargeReading, chargeRows } from './handlers'

const dashboard = new Dashboard()
const buyerId = randomUUID()
const ask = (handler: typeof chargeRows) =>
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
