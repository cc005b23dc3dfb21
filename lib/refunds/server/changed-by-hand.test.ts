import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { problemIn } from '@/lib/testing/endings'
import { askRefund } from './ask-refund'
import { listBatches, makeBatch } from './batches'
import { moveRefund } from './move-refund'
import { agent, asked, finance } from './refunds-for-tests'

const place = { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' }

describe.each(engines)('a refund that somebody changed in the database on %s', (engine) => {
  const own = new OwnDatabase(engine)
  beforeEach(async () => {
    for (const table of ['refund_steps', 'refund_batches', 'refunds'] as const) await own.store.deleteFrom(table).execute()
  })

  const approve = (refundId: string, version = 1) =>
    moveRefund(finance, { stepId: randomUUID(), refundId, version, kind: 'approved', note: null })
  const change = (id: string, to: object) => own.store.updateTable('refunds').set(to).where('id', '=', id).execute()
  const fieldsReported = async () => {
    const verdict = await verify(own.store, own.place.DATA_DIR)
    return verdict.whole
      ? []
      : (verdict.rows ?? [])
          .filter(({ table, why }) => table === 'refunds' && why.startsWith('it doesn’t'))
          .map(({ field }) => field)
  }

  test.each([{ amount: '9999.00' }, { provider: 'another' }, { buyer_id: randomUUID() }, { charge: '{}' }])(
    'is not decided on, and stays reported: %o',
    async (changed) => {
      const { id } = await askRefund(agent, asked())
      await change(id, changed)
      const refused = await problemIn(approve(id))
      expect(refused).toMatchObject({ kind: 'unavailable', code: 'row_changed' })
      expect(refused.detail).toContain(`its ${Object.keys(changed)[0]} doesn’t match`)
      expect(await fieldsReported()).toEqual(Object.keys(changed))
      expect((await own.store.selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirst())?.state).toBe(
        'waiting',
      )
    },
  )

  test('is not put into a file, neither with another amount nor as if it had been approved', async () => {
    const one = await askRefund(agent, asked())
    await approve(one.id)
    await change(one.id, { amount: '9999.00' })
    expect(await problemIn(makeBatch(finance, randomUUID(), place))).toMatchObject({ code: 'row_changed' })
    await change(one.id, { amount: one.amount })
    const waiting = await askRefund(agent, asked())
    await change(waiting.id, { state: 'approved' })
    expect(await problemIn(makeBatch(finance, randomUUID(), place))).toMatchObject({ code: 'row_changed' })
    expect((await listBatches(finance)).batches).toEqual([])
    await change(waiting.id, { state: 'waiting' })
    expect((await makeBatch(finance, randomUUID(), place)).count).toBe(1)
  })

  test('is neither decided on nor put into a file where nobody requested it', async () => {
    const { id } = await askRefund(agent, asked())
    const row = await own.store.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const copy = { ...row, id: randomUUID(), amount: '9999.00' }
    await own.store.insertInto('refunds').values(copy).execute()
    expect(await problemIn(approve(copy.id))).toMatchObject({ kind: 'unavailable', code: 'row_changed' })
    await change(copy.id, { state: 'approved', version: 2 })
    expect(await problemIn(makeBatch(finance, randomUUID(), place))).toMatchObject({ code: 'row_changed' })
    const told = await own.store.selectFrom('journal').select('seq').where('action_id', '=', copy.id).execute()
    expect([told, (await listBatches(finance)).batches]).toEqual([[], []])
  })
})
