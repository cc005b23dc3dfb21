import type { Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { employ } from '@/lib/commands/server/commands-for-tests'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import type { Tables } from '@/lib/database/schema'
import { verify } from '@/lib/journal/verify'
import * as steps from './steps'
import type { IncidentTableRow, RowOfIncident } from './store'
import { leo, mia, TestIncident, World } from './world-for-tests'

/** What goes with an erased buyer, and what only says how a row is under way: no entry vouches for these. */
const unvouched: readonly (keyof RowOfIncident)[] = ['note', 'before', 'claimed_at', 'due_at', 'tries']
/** Of a row that hasn't come to an end: each try writes it anew, and while nothing is sent nobody reads it. */
const untilItsEnd: readonly (keyof RowOfIncident)[] = [...unvouched, 'action_id']

/** Another value than a column has. */
const other = (value: string | number | null) => (typeof value === 'number' ? value + 1 : value === null ? 'x' : `${value}x`)

describe.each(engines)('after an incident on %s', (engine) => {
  const service = new ServiceForTests()
  const own = new OwnDatabase(engine)
  let closed: TestIncident
  let rows: RowOfIncident[] = []
  let incident: IncidentTableRow

  /** Done, refused, unconfirmed, moved, left out by the preview, and left behind by a stop. */
  beforeAll(async () => {
    const world = new World(24)
    service.answering = world.answering
    await own.start({ SERVICE_URL: await service.start() })
    await employ(own.store, mia, leo)
    const [first, ...others] = world.all
    if (first) first.autoChargeStatus = false
    await world.note(own.store)
    const ids = [first, ...others].flatMap((each) => each?.id ?? [])
    closed = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, [...ids, others[0]?.id ?? ''])).previewed()
    await (await (await closed.approved()).piloted()).lookedAt()
    const left = world.all.filter(({ id, autoChargeStatus }) => autoChargeStatus && !world.arrived.some((each) => each.id === id))
    const [refused, lost, moved] = left
    world.faults.set(refused?.id ?? '', 'refused').set(lost?.id ?? '', 'lost')
    if (moved) moved.autoChargeStatus = false
    world.hear = async () => {
      if (world.arrived.length === 9) await steps.pauseIncident({ ...(await closed.by(mia)), version: null }, null)
    }
    await closed.work()
    await steps.stopIncident(await closed.by(mia), null)
    incident = await closed.row()
    rows = await own.store.selectFrom('incident_rows').selectAll().where('incident', '=', closed.id).orderBy('n').execute()
  }, 60_000)
  afterEach(() => void vi.useRealTimers())
  afterAll(() => service.stop())

  /** Which rows verify names while a change of a hand is there. */
  async function namedAfter(change: (tx: Transaction<Tables>) => Promise<unknown>): Promise<string[]> {
    let named: string[] = []
    await rolledBack(own.store, async (tx) => {
      await change(tx)
      const verdict = await verify(tx, own.place.DATA_DIR)
      named = verdict.whole ? [] : (verdict.rows ?? []).map(({ table }) => table)
    })
    return named
  }

  test('verify finds nothing while nobody has changed anything', async () => {
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    const states = new Set(rows.map(({ state }) => state))
    expect(states).toEqual(new Set(['done', 'refused', 'unconfirmed', 'moved', 'left-out', 'ready']))
  })

  test('verify names an incident of which a hand has changed any column', async () => {
    const missed: string[] = []
    for (const [column, value] of Object.entries(incident)) {
      const change = (tx: Transaction<Tables>) =>
        tx
          .updateTable('incidents')
          .set({ [column]: other(value) })
          .where('id', '=', closed.id)
          .execute()
      if (!(await namedAfter(change)).includes('incidents')) missed.push(column)
    }
    expect(missed).toEqual([])
  }, 60_000)

  test('verify names a row of any outcome of which a hand has changed any column but those that go with an erased buyer or say how it’s under way', async () => {
    const missed: string[] = []
    for (const state of ['done', 'refused', 'unconfirmed', 'moved', 'left-out', 'ready'] as const) {
      const row = rows.find((each) => each.state === state)
      if (!row) throw new Error(`A row is ${state}`)
      const exempt = row.batch === null ? untilItsEnd : unvouched
      for (const [column, value] of Object.entries(row)) {
        if (exempt.includes(column as keyof RowOfIncident)) continue
        const set = { [column]: column === 'n' ? 99 : other(value) }
        const change = (tx: Transaction<Tables>) =>
          tx.updateTable('incident_rows').set(set).where('incident', '=', closed.id).where('n', '=', row.n).execute()
        if (!(await namedAfter(change)).includes('incident_rows')) missed.push(`${state} ${column}`)
      }
    }
    expect(missed).toEqual([])
  }, 120_000)

  test.each(['done', 'refused', 'left-out', 'ready'] as const)(
    'verify misses a row that was %s and that a hand has deleted',
    async (state) => {
      const row = rows.find((each) => each.state === state)
      const gone = (tx: Transaction<Tables>) =>
        tx
          .deleteFrom('incident_rows')
          .where('incident', '=', closed.id)
          .where('n', '=', row?.n ?? 0)
          .execute()
      expect(await namedAfter(gone)).toContain('incident_rows')
    },
  )

  test('verify names what a hand has brought back into a run, or taken out of one as if it were stopped', async () => {
    const set = (n: number | undefined, to: Partial<RowOfIncident>) => (tx: Transaction<Tables>) =>
      tx
        .updateTable('incident_rows')
        .set(to)
        .where('incident', '=', closed.id)
        .where('n', '=', n ?? 0)
        .execute()
    const [done, ready] = (['done', 'ready'] as const).map((state) => rows.find((each) => each.state === state)?.n)
    const anew = { state: 'ready' as const, why: null, words: null, at: null, action_id: null, batch: null }
    expect(await namedAfter(set(done, anew))).toContain('incident_rows')
    expect(await namedAfter(set(done, { ...anew, generation: 2 }))).toContain('incident_rows')
    expect(await namedAfter(set(ready, { state: 'left-out', why: 'stopped' }))).toContain('incident_rows')
  })

  test('verify names an incident that a hand has deleted with all its rows, and what somebody has opened in it', async () => {
    const gone = async (tx: Transaction<Tables>) => {
      await tx.deleteFrom('incident_rows').where('incident', '=', closed.id).execute()
      await tx.deleteFrom('incidents').where('id', '=', closed.id).execute()
    }
    expect(await namedAfter(gone)).toContain('incidents')
    const looks = await own.store.selectFrom('journal').select(['seq', 'detail']).where('action_id', '=', closed.id).execute()
    const look = looks.find(({ detail }) => detail.includes('"did":"opened"'))
    await rolledBack(own.store, async (tx) => {
      const detail = look?.detail.replace('"of":"plan"', '"of":"pilot"') ?? ''
      await tx
        .updateTable('journal')
        .set({ detail })
        .where('seq', '=', look?.seq ?? 0)
        .execute()
      expect(await verify(tx, own.place.DATA_DIR)).toMatchObject({ whole: false, seq: look?.seq })
    })
  })
})
