import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { setReasonPresets } from '@/lib/commands/server/reason-presets'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import { contextOf } from '@/lib/lists/server/read-list'
import { addView, changeView, removeView } from '@/lib/lists/server/views'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { createPerson } from '@/lib/people/server/person-accounts'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { noClaim } from './action-ids'
import { verify } from './verify'

const given = { name: 'Blocked', list: 'blocked' as const, filter: {}, shared: true }

describe.each(engines)('of what one person may share with others, on %s,', (engine) => {
  const own = new OwnDatabase(engine)
  const [alone, removed, takenBack] = [randomUUID(), randomUUID(), randomUUID()]
  const faults = async (store = own.store) => {
    const verdict = await verify(store, own.place.DATA_DIR)
    return verdict.whole ? [] : verdict.rows
  }

  beforeAll(async () => {
    const somebodyNew = { email: 'lead@desk.test', name: 'Lead', role: 'manager', password: 'a long enough password' } as const
    const manager = somebody((await createPerson(own.store, somebodyNew)) ?? '', 'manager')
    const context = contextOf(manager, merchantByCode('northwind'))
    await addView(context, alone, { ...given, shared: false }, noClaim)
    for (const id of [removed, takenBack]) await addView(context, id, given, noClaim)
    await removeView(context, removed, noClaim)
    await changeView(context, { id: takenBack, version: 1, given: { ...given, shared: false } }, noClaim)
    await setReasonPresets(manager, 'changeExpirationDate', ['Storm'])
    await setReasonPresets(manager, 'changeExpirationDate', null)
  })

  it('what is theirs alone is not compared, and what they removed or took back is not missing', async () => {
    expect(await faults()).toEqual([])
    await rolledBack(own.store, async (tx) => {
      await tx.updateTable('views').set({ name: 'Mine' }).where('id', 'in', [alone, takenBack]).execute()
      expect(await faults(tx)).toEqual([])
    })
  })

  it('what somebody shares or puts back by hand is named', async () => {
    await rolledBack(own.store, async (tx) => {
      await tx.updateTable('views').set({ is_shared: 1 }).where('id', 'in', [alone, takenBack]).execute()
      await tx.insertInto('reason_presets').values({ operation: 'changeExpirationDate', presets: '["Storm"]' }).execute()
      const row = await tx.selectFrom('views').selectAll().where('id', '=', alone).executeTakeFirstOrThrow()
      await tx
        .insertInto('views')
        .values({ ...row, id: removed, code: 'other' })
        .execute()
      const named = (await faults(tx))?.map(({ table, id, why }) => [table, id, why])
      const back = expect.stringMatching(/^entry \d+ removed it, but it’s there$/)
      expect(named).toHaveLength(4)
      expect(named).toEqual(
        expect.arrayContaining([
          ['reason_presets', 'changeExpirationDate', back],
          ['views', alone, 'no entry records it'],
          ['views', takenBack, back],
          ['views', removed, back],
        ]),
      )
    })
  })
})
