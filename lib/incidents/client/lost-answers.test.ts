import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { leo, mia, ownDesk, plan } from '../server/world-for-tests'
import { onTheWay, sitting } from './handlers-for-tests'
import { PlanKeeper, type Who } from './keep-plan'

describe.each(engines)('a plan whose keeping goes wrong, on %s', (engine) => {
  const { own } = ownDesk(engine, ['incident_rows', 'incidents'])
  beforeEach(() => sitting(mia))
  afterEach(() => vi.unstubAllGlobals())

  const keeper = () => new PlanKeeper('northwind', null, { onProgress: () => {}, onKept: () => {} })
  const pasted = (...targets: string[]): Who => ({
    from: 'rows',
    kind: 'subscription',
    rows: targets.map((target, at) => ({ line: at + 1, target, buyerId: null, note: null })),
  })
  const drafts = () => own.store.selectFrom('incidents').select(['reason', 'rows', 'version']).execute()

  test('goes on after lines that couldn’t be kept, in the same draft', async () => {
    const [target, other] = [randomUUID(), randomUUID()]
    const row = { line: 1, target, buyerId: randomUUID(), note: null }
    const rows = [row, { ...row, line: 2, buyerId: randomUUID() }]
    const keeping = keeper()
    await expect(keeping.keep({ ...plan, who: { from: 'rows', kind: 'subscription', rows } })).rejects.toMatchObject({
      problem: { title: 'Some lines can’t be kept' },
    })
    const kept = await keeping.keep({ ...plan, reason: 'Charged twice, fixed', who: pasted(target, other) })
    expect(kept).toMatchObject({ rows: 2, reason: 'Charged twice, fixed', making: { of: 2 } })
    expect(await drafts()).toHaveLength(1)
  })

  test.each(['POST incidents', 'PUT id', 'PUT chunk', 'POST preview'])(
    'sends a step again whose answer was lost (%s), and makes one draft of what is typed by then',
    async (lost) => {
      const keeping = keeper()
      onTheWay.losing = [lost]
      const who = pasted(randomUUID())
      await expect(keeping.keep({ ...plan, who })).rejects.toMatchObject({ problem: { code: 'no_answer' } })
      onTheWay.asked = []
      const kept = await keeping.keep({ ...plan, who })
      expect(kept).toMatchObject({ reason: plan.reason, rows: 1, making: { of: 1 } })
      expect(onTheWay.asked[0]).toBe(lost)
      expect(new Set(onTheWay.asked).size).toBe(onTheWay.asked.length)

      onTheWay.losing = [lost === 'POST incidents' ? 'PUT id' : lost]
      await expect(keeping.keep({ ...plan, reason: 'First', who })).rejects.toMatchObject({ problem: { code: 'no_answer' } })
      const [last, next] = [await keeping.keep({ ...plan, reason: 'Second', who }), await drafts()]
      expect([last.reason, next]).toEqual(['Second', [{ reason: 'Second', rows: 1, version: last.version }]])
    },
  )

  test('doesn’t take a colleague’s change after a lost answer for its own', async () => {
    const who = pasted(randomUUID())
    const keeping = keeper()
    onTheWay.losing = ['PUT chunk']
    await expect(keeping.keep({ ...plan, who })).rejects.toMatchObject({ problem: { code: 'no_answer' } })
    const [mine] = await drafts()
    const theirs = keeper()
    theirs.startFrom({ id: keeping.id ?? '', version: mine?.version ?? 0, edited: null })
    sitting(leo)
    await theirs.keep({ ...plan, reason: 'Leo says', who: null })
    sitting(mia)
    await expect(keeping.keep({ ...plan, who })).rejects.toMatchObject({ problem: { code: 'changed' } })
    expect(await drafts()).toMatchObject([{ reason: 'Leo says' }])
  })
})
