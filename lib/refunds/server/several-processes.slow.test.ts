import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConcurrentProcesses } from '@/lib/commands/server/racers-for-tests'
import { compare, sum } from '@/lib/core/money'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import type { Refund } from '../refund'
import { askRefund } from './ask-refund'
import { listBatches } from './batches'
import { refundInDetail } from './list-refunds'
import { moveRefund, type RefundMove } from './move-refund'
import { agent, asked, finance, manager } from './refunds-for-tests'

describe.each(engines)('the refund desk of two processes on %s', (engine) => {
  let place: OwnPlace
  const racers = new ConcurrentProcesses()
  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place)
    await database()
    await racers.start(2, place)
  }, 60_000)
  afterAll(async () => {
    await racers.stop()
    await stop()
    await place.remove()
  })
  beforeEach(async () => {
    const store = await database()
    for (const table of ['refund_steps', 'refund_batches', 'refunds'] as const) await store.deleteFrom(table).execute()
  })

  const step = (refund: Pick<Refund, 'id' | 'version'>, kind: RefundMove) => ({
    stepId: randomUUID(),
    refundId: refund.id,
    version: refund.version,
    kind,
    note: 'Looked at it',
  })
  const kindsOf = ({ steps }: Refund) => steps.map(({ kind }) => kind)

  it('is not talked into more than was received by two processes that ask at once', async () => {
    const chargeId = randomUUID()
    const outcomes = await racers.all('askRefund', () => [agent, asked({ chargeId, amount: '30.00' })])
    expect(outcomes.toSorted()[0]).toBe('done')
    expect(outcomes.toSorted()[1]).toContain('You can request up to 12.84 EUR. Nothing was requested.')
  })

  it('lets the first of two people in two processes decide, and tells the other who it was', async () => {
    const refund = await askRefund(agent, asked())
    const people = [finance, manager]
    const outcomes = await racers.all('moveRefund', (racer) => [
      people[racer] ?? finance,
      step(refund, racer === 0 ? 'approved' : 'refused'),
    ])
    const winner = outcomes.indexOf('done')
    expect(outcomes[1 - winner]).toBe(
      `conflict: ${people[winner]?.name} has just ${winner === 0 ? 'approved' : 'refused'} it. Your change wasn’t saved. Look at the refund again.`,
    )
    expect(kindsOf((await refundInDetail(agent, refund.id)).refund)).toHaveLength(2)
  })

  it('takes the same decision sent twice once, in two processes as well', async () => {
    const refund = await askRefund(agent, asked())
    const decision = step(refund, 'approved')
    expect(await racers.all('moveRefund', () => [finance, decision])).toEqual(['done', 'done'])
    expect(kindsOf((await refundInDetail(agent, refund.id)).refund)).toEqual(['asked', 'approved'])
  })

  it('either takes an approval back or puts it into a file, when both happen at once', async () => {
    const approved = await moveRefund(finance, step(await askRefund(agent, asked()), 'approved'))
    const place = { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' }
    const [undo, file] = await Promise.allSettled([
      moveRefund(finance, step(approved, 'reopened')),
      racers.all('makeBatch', (racer) => [[finance, manager][racer] ?? finance, randomUUID(), place]),
    ])
    const { refund } = await refundInDetail(agent, approved.id)
    const files = (await listBatches(finance)).batches.length
    const wasUndone = undo.status === 'fulfilled'
    expect(file.status).toBe('fulfilled')
    expect([refund.state, refund.batchId === null, files, kindsOf(refund).at(-1)]).toEqual(
      wasUndone ? ['waiting', true, 0, 'reopened'] : ['approved', false, 1, 'batched'],
    )
  })

  it('of two processes lets one take a refusal back or request the amount again, never both', async () => {
    const chargeId = randomUUID()
    const refused = await moveRefund(finance, step(await askRefund(agent, asked({ chargeId })), 'refused'))
    await Promise.allSettled([
      moveRefund(finance, step(refused, 'reopened')),
      racers.all('askRefund', () => [agent, asked({ chargeId, amount: '20.00' })]),
    ])
    const rows = await (await database()).selectFrom('refunds').select('amount').where('state', '!=', 'refused').execute()
    expect(compare(sum(rows.map(({ amount }) => amount)), '42.84')).toBeLessThanOrEqual(0)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('puts nothing into two files, whoever makes them at once', async () => {
    await moveRefund(finance, step(await askRefund(agent, asked()), 'approved'))
    const given = { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' }
    const outcomes = await racers.all('makeBatch', (racer) => [[finance, manager][racer] ?? finance, randomUUID(), given])
    expect(outcomes.toSorted()).toEqual([
      'conflict: There’s nothing left to export here. A colleague may have just created the file. Reload the list.',
      'done',
    ])
    expect((await listBatches(finance)).batches).toMatchObject([{ count: 1 }])
  })
})
