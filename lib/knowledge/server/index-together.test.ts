import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { keepPending, wakeIndex } from './directory'

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
})
