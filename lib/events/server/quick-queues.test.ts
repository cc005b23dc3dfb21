import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Compilable, sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { databaseFile } from '@/lib/database/embedded'
import { OwnDatabase } from '@/lib/database/engines-for-tests'
import { lockMs } from '@/lib/database/patience'
import { indexPending, keepPending } from '@/lib/knowledge/server/directory'
import { storageEnv } from '@/lib/platform/storage-env'
import { receive } from './store'

// What is asked many times a second while events come in must not take longer the more of them there are. The planner of the embedded engine chooses by the
// indexes alone, so an empty database shows what a full one would do.
describe('under a flood', () => {
  const own = new OwnDatabase('SQLite')
  const planOf = async (query: Compilable) => {
    const { sql: text, parameters } = query.compile()
    const values = [...parameters]
    const parts = text.split('?').map((part) => sql.raw(part))
    const joined = parts.flatMap((part, at) => (at < values.length ? [part, sql`${values[at]}`] : [part]))
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.join(joined, sql.raw(''))}`.execute(own.store)
    return rows.map(({ detail }) => detail).join(', ')
  }

  it('the newest events of a buyer are found without looking at those of others, and in their order', async () => {
    const query = own.store
      .selectFrom('events')
      .selectAll()
      .where('merchant', '=', 'northwind')
      .where('buyer_id', '=', 'b-1')
      .where('state', 'in', ['taken', 'differs'])
      .where('address_id', '<>', 'import')
    const plan = await planOf(query.orderBy('received_at', 'desc').limit(300))
    expect(plan).toContain('(merchant=? AND buyer_id=?)')
    expect(plan).not.toContain('TEMP B-TREE')
  })

  it('the next rows for the directory are found without looking at all that wait', async () => {
    const query = own.store
      .selectFrom('directory_pending')
      .select(['id', 'tries', sql`length(note)`.as('size')])
      .orderBy('tries')
      .orderBy('id')
      .limit(4)
    const plan = await planOf(query)
    expect(plan).toContain('directory_pending_next')
    expect(plan).not.toContain('TEMP B-TREE')
  })

  it('others are served between the few that are stored at once', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    turn()
    const texts = Array.from({ length: 300 }, (_, number) => JSON.stringify({ type: 'charge', number }))
    const storedAt = await Promise.all(
      texts.map((text) => receive({ merchant: 'northwind', addressId: 'a-1', text }).then(() => turns)),
    )
    isOver = true
    expect(await own.store.selectFrom('events').select('id').execute()).toHaveLength(texts.length)
    expect(new Set(storedAt).size).toBeGreaterThanOrEqual(texts.length / 25)
  })

  it('none waits behind the others for a database that can’t be written, and the next is stored once it can', async () => {
    const other = new Sqlite(join(storageEnv().DATA_DIR, databaseFile))
    other.exec('begin immediate')
    const from = performance.now()
    const receipts = Array.from({ length: 80 }, (_, number) => ({
      merchant: 'northwind',
      addressId: 'a-1',
      text: JSON.stringify({ type: 'charge', locked: number }),
    }))
    const outcomes = await Promise.allSettled(receipts.map(receive))
    const took = performance.now() - from
    other.exec('rollback')
    other.close()
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(took).toBeLessThan(2 * lockMs.acting)
    await Promise.all(receipts.map(receive))
  }, 30_000)

  it('what a flood tells goes into the directory in few transactions, and a long history bit by bit', async () => {
    const keys = (count: number) =>
      Array.from({ length: count }, () => ({ kind: 'charge' as const, key: randomUUID(), thing: '' }))
    const pending = async (of: number, count: number) => {
      await own.store.transaction().execute(async (tx) => {
        for (let number = 0; number < of; number += 1) {
          const note = { buyerId: randomUUID(), keys: keys(count), charges: [] }
          await keepPending(tx, { merchant: 'northwind', mark: randomUUID(), note })
        }
      })
      const begun = vi.spyOn(own.store, 'transaction')
      await indexPending()
      const transactions = begun.mock.calls.length
      begun.mockRestore()
      return transactions
    }
    expect(await pending(60, 2)).toBe(1)
    expect(await pending(1, 2_000)).toBeGreaterThanOrEqual(5)
  })
})
