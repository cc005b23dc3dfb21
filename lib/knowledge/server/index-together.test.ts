import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { indexPending, keepPending, wakeIndex } from './directory'

describe.each(engines)('what is learnt on %s', (engine) => {
  const own = new OwnDatabase(engine)

  test('is brought into the directory, however quickly one answer comes after the other', async () => {
    const learn = async () => {
      const note = { buyerId: randomUUID(), keys: [], charges: [] }
      const kept = { merchant: 'northwind', note, mark: randomUUID() }
      await own.store.transaction().execute((tx) => keepPending(tx, kept))
      wakeIndex(kept)
    }
    const waiting = async () => (await own.store.selectFrom('directory_pending').select('id').execute()).length
    for (const answers of [1, 5, 1]) {
      for (let count = 0; count < answers; count += 1) await learn()
      await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBe(0)
    }
  })

  test('of one charge is what was learnt last, though many came at the same moment', async () => {
    const buyerId = randomUUID()
    const charges = Array.from({ length: 40 }, () => randomUUID())
    const shared = { order_id: 'o-1', amount: '1', amount_given: '1.00', currency: 'EUR', day: '2026-10-01', last_four: '1000' }
    vi.useFakeTimers({ toFake: ['Date'] })
    await own.store.transaction().execute(async (tx) => {
      for (const status of ['authorized', 'captured', 'settled'])
        for (const charge_id of charges) {
          const charge = { ...shared, charge_id, status, descriptor: '', told_by: 'event' as const }
          await keepPending(tx, { merchant: 'northwind', mark: randomUUID(), note: { buyerId, keys: [], charges: [charge] } })
        }
    })
    vi.useRealTimers()
    await indexPending()
    const rows = await own.store.selectFrom('directory_charges').select('status').where('buyer_id', '=', buyerId).execute()
    expect(rows.map(({ status }) => status)).toEqual(charges.map(() => 'settled'))
  })
})
