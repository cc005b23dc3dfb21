import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, it, vi } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import type { Refund, RefundStepKind } from '@/lib/refunds/refund'
import { refundsByOrder } from '@/lib/refunds/refund-flag'
import { charge } from '@/lib/refunds/server/refunds-for-tests'
import type { EvidenceLevel } from '../evidence'
import { evidencePack } from './evidence-pack'

const twice = orderLike([chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })])

const refundOf = (amount: string, state: Refund['state'], ...kinds: RefundStepKind[]): Refund => ({
  ...{ id: amount, state, version: 1, merchant: 'northwind', buyerId: 'b', amount, currency: 'EUR', reason: '', ticket: 'T-1' },
  ...{ person: 'Ada', mine: false, askedAt: '', waitingSince: '', batchId: null },
  charge: { ...charge, orderId: twice.orderId },
  steps: kinds.map((kind, at) => ({
    ...{ kind, at: `2026-11-26T10:0${at}:00.000Z`, person: 'Bo', mine: false },
    note: kind === 'done' ? 're_5' : 'Asked by odile@example.test',
  })),
})
const refunds = [
  refundOf('5.00', 'done', 'asked', 'approved', 'done'),
  refundOf('7.00', 'waiting', 'asked'),
  refundOf('12.34', 'refused', 'asked', 'refused'),
]

beforeAll(() => void vi.stubEnv('JOURNAL_KEY', 'a'.repeat(64)))

async function packAt(level: EvidenceLevel): Promise<Record<string, string>> {
  const contents = {
    ...{ madeAt: '2026-11-27T08:00:00.000Z', level, merchant: 'northwind', buyerId: 'b', period: { from: null, to: null } },
    ...{ orders: [twice.orderId], leftOut: [], journal: { seq: 1, hash: 'a'.repeat(64) } },
  }
  const pieces: Uint8Array[] = []
  const staff = { actions: [], refunds }
  const byOrder = refundsByOrder(refunds, { now: 0, zone: 'UTC' })
  for await (const piece of evidencePack({ contents, orders: [twice], staff, refunds: byOrder })) pieces.push(piece)
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

it.each(['bank', 'internal'] as const)('tells whoever reads it at the level %s of every refund of its orders', async (level) => {
  const { 'summary.html': page = '', 'actions.csv': rows = '' } = await packAt(level)
  expect(page).toContain('A refund of 5.00 EUR was recorded as made on 26 Nov 2026 at 10:02.')
  expect(page).toContain('A refund of 12.34 EUR was refused on 26 Nov 2026 at 10:01.')
  expect(page).toContain('Amounts don’t subtract refunds.')
  expect(page).toContain('A refund of 7.00 EUR was requested on 26 Nov 2026 at 10:00.')
  expect(page).not.toMatch(/before you refund|Don’t request/)
  const lines = rows.trim().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[1]).toContain(
    `2026-11-26T10:02:00.000Z,Refund made at the provider: 5.00 EUR of order ${twice.orderId},done,reference re_5`,
  )
  expect(rows).not.toContain('odile@')
  expect(rows.includes('Bo')).toBe(level === 'internal')
})

it('tells the customer of what was made alone', async () => {
  const { 'summary.html': page = '', 'actions.csv': rows = '' } = await packAt('customer')
  expect(page).toContain('We’ve refunded')
  expect(rows.trim().split('\r\n').slice(1)).toEqual([
    `2026-11-26T10:02:00.000Z,Refund made at the provider: 5.00 EUR of order ${twice.orderId},done,,,`,
  ])
})
