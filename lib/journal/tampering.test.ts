import fc from 'fast-check'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import type { Tables } from '@/lib/database/schema'
import type { JournalRow } from './crypto'
import { appendSome } from './entries-for-tests'
import { verify } from './verify'

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace

  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place)
    await (await database()).transaction().execute((tx) => appendSome(20, tx))
  })

  afterAll(async () => {
    await stop()
    await place.remove()
  })

  test('whatever is changed, removed or added anywhere is seen, at that place or before', async () => {
    const columns = [
      'at',
      'kind',
      'action_id',
      'account_id',
      'person',
      'merchant',
      'operation',
      'buyer_id',
      'ticket',
      'detail',
      'hash',
    ] as const
    const seq = fc.integer({ min: 1, max: 20 })
    const tampering = fc.oneof(
      fc.record({
        act: fc.constant('change' as const),
        seq,
        column: fc.constantFrom(...columns),
        to: fc.string({ maxLength: 8 }),
      }),
      fc.record({ act: fc.constant('remove' as const), seq, count: fc.integer({ min: 1, max: 5 }) }),
      fc.record({
        act: fc.constant('copy' as const),
        seq,
        to: fc.oneof(fc.integer({ min: -5, max: 0 }), fc.integer({ min: 21, max: 30 })),
      }),
      fc.record({ act: fc.constant('overwrite' as const), seq, by: seq }),
    )
    const base = await database()
    await fc.assert(
      fc.asyncProperty(tampering, async (given) => {
        await rolledBack(base, async (tx) => {
          const [first, isReal] = await tamper(tx, given)
          const found = await verify(tx, place.DATA_DIR)
          if (isReal) expect(found).toMatchObject({ whole: false })
          if (isReal && !found.whole) expect(found.seq).toBeLessThanOrEqual(first)
          if (!isReal) expect(found).toMatchObject({ whole: true })
        })
      }),
      { numRuns: 50 },
    )
  })

  type Tampering = { seq: number } & (
    | { act: 'change'; column: keyof JournalRow; to: string }
    | { act: 'remove'; count: number }
    | { act: 'copy'; to: number }
    | { act: 'overwrite'; by: number }
  )

  /** The place that was touched, and whether anything is now other than it was. */
  async function tamper(tx: Transaction<Tables>, given: Tampering): Promise<[number, boolean]> {
    const row = await tx.selectFrom('journal').selectAll().where('seq', '=', given.seq).executeTakeFirstOrThrow()
    const at = tx.updateTable('journal').where('seq', '=', given.seq)
    switch (given.act) {
      case 'change': {
        const to = given.to.replaceAll('\0', '')
        await at.set({ [given.column]: to }).execute()
        return [given.seq, row[given.column] !== to]
      }
      case 'remove':
        await tx
          .deleteFrom('journal')
          .where('seq', '>=', given.seq)
          .where('seq', '<', given.seq + given.count)
          .execute()
        return [given.seq, true]
      case 'copy':
        await tx
          .insertInto('journal')
          .values({ ...row, seq: given.to })
          .execute()
        return [given.to, true]
      case 'overwrite': {
        const { seq: _, ...other } = await tx
          .selectFrom('journal')
          .selectAll()
          .where('seq', '=', given.by)
          .executeTakeFirstOrThrow()
        await at.set(other).execute()
        return [given.seq, given.seq !== given.by]
      }
    }
  }
})
