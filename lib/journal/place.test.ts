import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { append } from './chain'
import { writeCheckpoint } from './checkpoints'
import { entry } from './entries-for-tests'
import { placeOf } from './place'

describe.each(engines)('the place of an action in the chain on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const place = (actionId: string) => placeOf(own.store, actionId, own.place.DATA_DIR)

  it('names its entries, the one before, the next checkpoint, and an entry that was changed', async () => {
    await own.store.transaction().execute(async (tx) => {
      for (const actionId of ['a-1', 'a-2', 'a-1', 'a-3']) await append(tx, { ...entry({ actionId }), actionId })
    })
    const hashes = (await own.store.selectFrom('journal').select('hash').orderBy('seq').execute()).map(({ hash }) => hash)
    const whole = { entries: [1, 3], hash: hashes[2], previous: hashes[1], isUnbroken: true, checkpoint: null }
    expect(await place('a-1')).toEqual(whole)
    expect(await place('a-9')).toBeNull()

    const head = await own.store.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
    writeCheckpoint(head, own.place.DATA_DIR)
    expect((await place('a-1'))?.checkpoint?.seq).toBe(4)

    await own.store.updateTable('journal').set({ ticket: 'T-2' }).where('seq', '=', 1).execute()
    expect(await place('a-1')).toMatchObject({ isUnbroken: false })
    expect(await place('a-3')).toMatchObject({ isUnbroken: true })
  })
})
