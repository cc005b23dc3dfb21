import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { fileEndHeader } from '@/lib/core/browser-names'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { listener } from '@/lib/testing/listener'
import { makeEvidence } from './evidence-handlers'
import { exportCharges } from './export-handlers'
import { sheetIn } from './sheet-for-tests'

const dashboard = new Dashboard()
const buyerId = randomUUID()

beforeEach(async () => {
  const charge = { chargeId: 'c-1', amount: '12.50', status: 'settled', createdAt: '2025-05-14 14:02:31' }
  const data = [{ orderId: 'o-1', createdAt: '2025-05-14 14:02:31', currency: 'EUR', charges: [charge], products: [] }]
  const service = await listener((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: { total: 1, offset: 0 } })),
  )
  dashboard.serviceAt(service.url)
})

const charges = { rows: 'orders', order: 'oldest-first', zone: 'service', columns: ['orderId'] }
const csv = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const files = [
  ['a history as CSV', exportCharges, { ...charges, format: 'csv' }, (file) => expect(csv(file)).toMatch(/as of .*\r\n$/)],
  [
    'a history as XLSX',
    exportCharges,
    { ...charges, format: 'xlsx' },
    (file) => expect(sheetIn(file, 2).size).toBeGreaterThan(1),
  ],
  [
    'a pack',
    makeEvidence,
    { orderIds: ['o-1'], level: 'internal', from: null, to: null },
    (file) => expect(Object.keys(unzipSync(file))).toContain('manifest.json'),
  ],
] as const satisfies [string, typeof exportCharges, object, (file: Uint8Array) => void][]

describe.each(files)('%s', (_, handler, body, isWhole) => {
  async function take(headers: Record<string, string>) {
    const given = { params: { buyerId }, body, as: 'finance', headers } as const
    const answer = await dashboard.call(serveDashboard('read', handler), 'POST', `/api/desk/buyers/${buyerId}`, given)
    return { end: answer.headers.get(fileEndHeader), bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  it('has behind it the mark that a page asks for, and is whole before that', async () => {
    const mark = randomUUID()
    const { end, bytes } = await take({ [fileEndHeader]: mark })
    expect(end).toBe(mark)
    expect(new TextDecoder().decode(bytes.slice(-mark.length))).toBe(mark)
    isWhole(bytes.slice(0, -mark.length))
  })

  it.each<Record<string, string>>([{}, { [fileEndHeader]: 'a mark of its own' }])(
    'has nothing behind it where none is asked for: %j',
    async (headers) => {
      const { end, bytes } = await take(headers)
      expect(end).toBeNull()
      isWhole(bytes)
    },
  )
})
