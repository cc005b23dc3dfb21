import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { exportCharges } from './export-handlers'
import { sheetIn } from './sheet-for-tests'

const dashboard = new Dashboard()
const card = '4111 1111 1111 1111'
const id = card.replaceAll(' ', '')

beforeEach(async () => {
  const charge = chargeLike({ chargeId: id, descriptor: `SHOP ${card}`, providerTransaction: id })
  const service = await listener(json(200, { data: [orderLike([charge])], meta: { total: 1 } }))
  dashboard.serviceAt(service.url)
})

test.each(['csv', 'xlsx'])(
  'a card number in a text of the service leaves masked as %s, and an id with as many digits whole',
  async (format) => {
    const columns = ['chargeId', 'providerTransaction', 'descriptor']
    const body = { rows: 'attempts', format, order: 'oldest-first', zone: 'service', columns }
    const given = { params: { buyerId: randomUUID() }, body, as: 'finance' } as const
    const answer = await dashboard.call(serveDashboard('read', exportCharges), 'POST', '/api/desk/buyers/x/export', given)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const sheet = format === 'csv' ? null : sheetIn(bytes)
    const row = sheet ? ['A2', 'B2', 'C2'].map((place) => sheet.get(place)?.value).join() : new TextDecoder().decode(bytes)
    expect(row).toContain(`${id},${id},SHOP •••• 1111`)
    expect(row).not.toContain(card)
  },
)
