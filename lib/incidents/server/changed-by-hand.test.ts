import type { Transaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { employ } from '@/lib/commands/server/commands-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import type { Database } from '@/lib/database/open'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import type { Tables } from '@/lib/database/schema'
import { changeKey } from '@/lib/journal/accept'
import { describeRow, verify } from '@/lib/journal/verify'
import type { RowOfIncident } from './store'
import { leo, mia, TestIncident, World } from './world-for-tests'

describe.each(engines)('rows of an incident before their end on %s', (engine) => {
  const own = new OwnDatabase(engine)
  let id = ''

  beforeAll(async () => {
    await own.start()
    await employ(own.store, mia, leo)
    const world = new World(5)
    const [off] = world.all
    if (off) off.autoChargeStatus = false
    await world.note(own.store)
    const ids = world.all.map((each) => each.id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()
    await incident.approved()
    id = incident.id
  })

  const faultsIn = async (store: Database): Promise<string[]> => {
    const verdict = await verify(store, own.place.DATA_DIR)
    return verdict.whole ? [] : (verdict.rows?.map(describeRow) ?? [verdict.why])
  }
  /** What verify says while a change of a hand is there. */
  async function faultsAfter(change: (tx: Transaction<Tables>) => Promise<unknown>): Promise<string[]> {
    let found: string[] = []
    await rolledBack(own.store, async (tx) => {
      await change(tx)
      found = await faultsIn(tx)
    })
    return found
  }
  const rowsIn = (store: Database, state: RowOfIncident['state']) =>
    store.selectFrom('incident_rows').selectAll().where('incident', '=', id).where('state', '=', state).orderBy('n').execute()

  test('are whole as they were previewed', async () => {
    expect([(await rowsIn(own.store, 'ready')).length, (await rowsIn(own.store, 'left-out')).length]).toEqual([4, 1])
    expect(await faultsIn(own.store)).toEqual([])
  })

  const predictedWith = (row: RowOfIncident, more: object) => JSON.stringify({ ...JSON.parse(row.predicted ?? '{}'), ...more })
  const changes: [string, RowOfIncident['state'], (row: RowOfIncident) => Partial<RowOfIncident>][] = [
    ['another target', 'ready', () => ({ target: 'subscription:50000000-0000-4000-8000-000000000099' })],
    ['another buyer', 'ready', () => ({ buyer_id: '80000000-0000-4000-8000-000000000099' })],
    ['another end', 'ready', () => ({ state: 'done' })],
    ['no need to be sent', 'ready', () => ({ state: 'left-out', why: 'already' })],
    ['something else to send', 'ready', (row) => ({ predicted: predictedWith(row, { sent: { operation: 'x', params: {} } }) })],
    ['a charge that isn’t told', 'ready', (row) => ({ predicted: predictedWith(row, { charges: true }) })],
    ['a preview that can’t be read', 'ready', () => ({ predicted: '{' })],
    ['no preview', 'ready', () => ({ predicted: null })],
    ['another signature', 'ready', ({ planned }) => ({ planned: `${planned}0` })],
    ['no signature', 'ready', () => ({ planned: null })],
    ['another reason to be left out', 'left-out', () => ({ why: 'frozen' })],
    ['a way back into the run', 'left-out', () => ({ state: 'ready', why: null })],
  ]
  test.each(changes)('are named by verify where a hand gives one %s', async (_, state, change) => {
    const [row] = await rowsIn(own.store, state)
    if (!row) throw new Error('There is such a row')
    const found = await faultsAfter((tx) =>
      tx.updateTable('incident_rows').set(change(row)).where('incident', '=', id).where('n', '=', row.n).execute(),
    )
    expect(found).toEqual([`incident_rows ${id}/${row.n}: it doesn’t match what was previewed`])
  })

  test('are missed by verify where a hand deletes one, or adds a copy', async () => {
    const [row] = await rowsIn(own.store, 'ready')
    if (!row) throw new Error('There is such a row')
    const gone = await faultsAfter((tx) =>
      tx.deleteFrom('incident_rows').where('incident', '=', id).where('n', '=', row.n).execute(),
    )
    const copy = { ...row, n: 99 }
    const added = await faultsAfter((tx) => tx.insertInto('incident_rows').values(copy).execute())
    expect(gone).toEqual([`incident_rows ${id}: a row was added, deleted or changed since the preview`])
    expect(added).toEqual([`incident_rows ${id}/99: it doesn’t match what was previewed`])
  })

  test('count by their hash alone once the journal has another key, as nobody can check their signatures then', async () => {
    const key = 'another key of tests that is long enough'
    await changeKey(own.store, own.place.DATA_DIR, key)
    await own.start({ JOURNAL_KEY: key })
    expect(await faultsIn(own.store)).toEqual([])
    const gone = await faultsAfter((tx) => tx.deleteFrom('incident_rows').where('incident', '=', id).where('n', '=', 1).execute())
    expect(gone).toEqual([`incident_rows ${id}: a row was added, deleted or changed since the preview`])
  })
})
