import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { oneAction } from './actions'
import { ada, askedAfter } from './commands-for-tests'
import { crossingOn, type Params } from './crossing-for-tests'
import { JournalForTests } from './journal-for-tests'
import { sendAgain } from './perform-undo'
import { replay } from './replay'
import { bePatient, reset } from './service-for-tests'
import { settleByPerson } from './settling'

const seenByHand = { how: 'by-hand', reason: 'Seen in the panel' } as const

describe.each(engines)('an action that is acknowledged while nobody knows of it, and the next, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada], {})

  const { params, until, turned, outcomeOf, changed, undone, undoOf, held, told, read, known } = crossingOn(journal)

  /** One end date that is answered late, after another one that acknowledged it. */
  async function crossed() {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' })
    const first = until(on, '2027-03-01')
    const release = await held(first)
    const second = await told(until(on, '2027-06-01', first.actionId))
    expect(await changed(second)).toBe('maybe')
    await release()
    return { on, first, second }
  }

  test('nobody knows which was applied last: neither is undone, and a repeat of either says so', async () => {
    const { first, second } = await crossed()
    for (const call of [first, second]) {
      expect(await undoOf(call)).toMatchObject({ possible: false, why: expect.stringContaining('or may have') })
      await expect(undone(call)).rejects.toMatchObject({ problem: { kind: 'conflict' } })
    }
    expect([await changed(first), await changed(second)]).toEqual(['maybe', 'maybe'])
    expect(journal.service.received).toHaveLength(2)
  })

  test('of what they say differently nothing is known until the next read, and what was known is kept', async () => {
    const { on } = await crossed()
    expect(await known(on)).toMatchObject({ endDate: null, autoChargeStatus: expect.any(Boolean) })
    const endDate = '2027-06-01T00:00:00+00:00'
    await read(on, { endDate })
    expect(await known(on)).toMatchObject({ endDate })
  })

  test('a read tells which it was', async () => {
    const { on, first, second } = await crossed()
    await read(on, { endDate: '2027-03-01T00:00:00+00:00' })
    expect([await changed(first), await changed(second)]).toEqual([null, 'yes'])
  })

  test('while the first is open, what the second has set isn’t known, as the first may come after it', async () => {
    const on = params()
    await read(on, { autoChargeStatus: true })
    const off = turned(on, false)
    const release = await held(off)
    await told(turned(on, true, off.actionId))
    expect(await known(on)).toMatchObject({ autoChargeStatus: null, status: 'active' })
    await release()
    expect(await known(on)).toMatchObject({ autoChargeStatus: null })
    const same = turned(on, true)
    const releaseSame = await held(same)
    await told(turned(on, true, same.actionId))
    expect(await known(on)).toMatchObject({ autoChargeStatus: true })
    await releaseSame()
  })

  test('where both are answered late, in whichever order, neither is known', async () => {
    for (const order of [0, 1]) {
      const on = params()
      await read(on, { autoChargeStatus: true })
      const off = turned(on, false)
      const releases = [await held(off), await held(turned(on, true, off.actionId))]
      for (const release of order === 0 ? releases : releases.toReversed()) await release()
      expect(await known(on)).toMatchObject({ autoChargeStatus: null })
    }
  })

  test('the second can’t be undone before the first is settled, and can be sent again', async () => {
    const on = params()
    await read(on, { autoChargeStatus: true })
    const lost = turned(on, false)
    await held(lost)
    const second = await told(turned(on, false, lost.actionId))
    expect(await undoOf(second)).toMatchObject({ possible: false, why: expect.stringContaining('Settle that one first') })
    await expect(undone(second)).rejects.toMatchObject({ problem: { code: 'cannot_undo' } })
    await settleByPerson(ada, lost.actionId, { as: 'did-not-happen', ...seenByHand })
    expect(await undoOf(second)).toMatchObject({ possible: true })

    const [first, next] = [turned(params(), false), () => turned(first.params as Params, true, first.actionId)]
    await held(first)
    journal.service.answering = reset
    const after = next()
    expect(await outcomeOf(after)).toBe('unconfirmed')
    expect([await oneAction(ada, first.actionId), await oneAction(ada, after.actionId)]).toMatchObject([
      { sendAgain: { possible: false } },
      { sendAgain: { possible: true } },
    ])
  })

  test.each([
    ['what turned it off may have come after what left it on', true, false, 'maybe'],
    ['what turned it on again may have come before', false, true, 'maybe'],
    ['both turned it off', false, false, 'yes'],
    ['both left it on', true, true, null],
  ] as const)('a repeat of what was done before both says what holds: %s', async (_, second, third, says) => {
    const on = params()
    const own = await told(turned(on, true))
    const lost = turned(on, second)
    const release = await held(lost)
    await told(turned(on, third, lost.actionId))
    await release()
    expect(await changed(own)).toBe(says)
  })

  test('a read shows what is, but for what may still be applied', async () => {
    const on = params()
    const own = await told(turned(on, true))
    await read(on, { autoChargeStatus: false })
    expect(await changed(own)).toBe('yes')
    await held(turned(on, true))
    expect(await changed(own)).toBe('maybe')
    await read(on, { autoChargeStatus: true })
    expect(await changed(own)).toBeNull()
  })

  test('what another command’s answer shows counts as well as a read', async () => {
    const on = params()
    const own = await told(turned(on, false))
    expect(await changed(own)).toBeNull()
    await told(until(on, '2027-06-01')) // this service answers that autocharge is on
    expect(await changed(own)).toBe('yes')
  })

  test('where the first only came before what was sent again, that can be undone', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' })
    const first = until(on, '2027-03-01')
    const release = await held(first)
    const id = randomUUID()
    bePatient(5_000)
    const again = await sendAgain(ada, first.actionId, askedAfter(ada, 'send-again', first.actionId, id))
    expect(again.headers.get('x-outcome')).toBe('done')
    await release()
    expect((await replay(id)).headers.get('x-changed-since')).toBeNull()
    expect((await oneAction(ada, id)).undo).not.toMatchObject({ why: expect.stringContaining('or may have') })
  })
})
