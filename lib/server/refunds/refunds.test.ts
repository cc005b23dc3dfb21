import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sum } from '@/lib/money'
import type { Refund } from '@/lib/refunds/refund'
import { engines, newPlace, type OwnPlace, startAt, stop } from '../database/engines-for-tests'
import { database } from '../database/open'
import { Racers } from '../journal/racers-for-tests'
import { verify } from '../journal/verify'
import { problemIn } from '../testing/endings'
import { askRefund } from './ask-refund'
import { batchFile, listBatches, makeBatch } from './batches'
import { buyerRefunds, refundInDetail, refundsPiece, waitingRefunds } from './list-refunds'
import { moveRefund, type RefundMove } from './move-refund'
import { agent, asked, charge, finance, manager } from './refunds-for-tests'

describe.each(engines)('the refund desk on %s', (engine) => {
  let place: OwnPlace
  const racers = new Racers()
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

  const step = (refund: Pick<Refund, 'id' | 'version'>, kind: RefundMove, note: string | null = 'Looked at it') => ({
    ...{ stepId: randomUUID(), refundId: refund.id, version: refund.version, kind, note },
  })
  const approved = async (more: Parameters<typeof asked>[0] = {}) => {
    const refund = await askRefund(agent, asked(more))
    return moveRefund(finance, step(refund, 'approved'))
  }
  const kindsOf = ({ steps }: Refund) => steps.map(({ kind }) => kind)

  it('keeps a request with what the service said, masked, and asked twice under its id asks once', async () => {
    const given = asked()
    const [refund, again] = await Promise.all([askRefund(agent, given), askRefund(agent, given)])
    expect(again).toEqual(refund)
    expect(refund).toMatchObject({ state: 'waiting', version: 1, amount: '42.84', mine: true, person: 'The agent' })
    expect(refund.steps).toMatchObject([{ kind: 'asked', note: 'Paid twice, says o•••e@e••••••.test' }])
    expect(JSON.stringify(refund)).not.toContain('odile@')
    expect(await buyerRefunds(manager, 'northwind', given.buyerId)).toHaveLength(1)
  })

  it('asks for nothing under the id of another request', async () => {
    const given = asked()
    await askRefund(agent, given)
    const other = problemIn(askRefund(agent, { ...given, amount: '1.00' }))
    expect(await other).toMatchObject({ kind: 'conflict', code: 'other_request' })
  })

  it('never asks for more than was received, whatever was asked for and not refused before', async () => {
    const chargeId = randomUUID()
    const first = await askRefund(agent, asked({ chargeId, amount: '40.00' }))
    const beyond = await problemIn(askRefund(agent, asked({ chargeId, amount: '2.85' })))
    expect(beyond.fields).toEqual([{ field: 'amount', title: 'At most 2.84 EUR is left of this charge' }])
    expect(beyond.detail).toBe(
      '42.84 EUR was received and 40.00 EUR of it is asked for already: at most 2.84 EUR is left. Nothing was asked for.',
    )
    await moveRefund(finance, step(first, 'refused'))
    await askRefund(agent, asked({ chargeId, amount: '42.84' }))
    expect((await refundInDetail(finance, first.id)).left).toBe('0.00')
  })

  it('is not talked into more than was received by two processes that ask at once', async () => {
    const chargeId = randomUUID()
    const told = await racers.all('askRefund', () => [agent, asked({ chargeId, amount: '30.00' })])
    expect(told.toSorted()[0]).toBe('done')
    expect(told.toSorted()[1]).toContain('at most 12.84 EUR is left. Nothing was asked for.')
  })

  it('lets the first of two people in two processes decide, and tells the other who it was', async () => {
    const refund = await askRefund(agent, asked())
    const people = [finance, manager]
    const told = await racers.all('moveRefund', (racer) => [
      people[racer] ?? finance,
      step(refund, racer === 0 ? 'approved' : 'refused'),
    ])
    const winner = told.indexOf('done')
    expect(told[1 - winner]).toBe(
      `conflict: ${people[winner]?.name} has just ${winner === 0 ? 'approved' : 'refused'} it. Look again: nothing was done by you now.`,
    )
    expect(kindsOf((await refundInDetail(agent, refund.id)).refund)).toHaveLength(2)
  })

  it('takes the same decision sent twice once, in two processes as well', async () => {
    const refund = await askRefund(agent, asked())
    const decision = step(refund, 'approved')
    expect(await racers.all('moveRefund', () => [finance, decision])).toEqual(['done', 'done'])
    expect(kindsOf(await moveRefund(finance, decision))).toEqual(['asked', 'approved'])
  })

  it('lets nobody decide on their own, nor on what has moved on since it was shown', async () => {
    const own = await askRefund(manager, asked())
    expect(await problemIn(moveRefund(manager, step(own, 'approved')))).toMatchObject({ kind: 'forbidden', code: 'own_request' })
    const decided = await moveRefund(finance, step(own, 'approved'))
    expect(await problemIn(moveRefund(finance, step(own, 'refused')))).toMatchObject({
      kind: 'conflict',
      detail: 'You have just approved it. Look again: nothing was done by you now.',
    })
    const failed = await moveRefund(finance, step(decided, 'failed', 'The card is closed'))
    expect(failed).toMatchObject({ state: 'waiting', batchId: null })
    expect((await problemIn(moveRefund(finance, step(own, 'approved')))).code).toBe('decided')
    expect(kindsOf(await moveRefund(finance, step(failed, 'approved')))).toEqual(['asked', 'approved', 'failed', 'approved'])
  })

  it('makes one file for a provider and mid, formula-escaped, the same however often it is asked for', async () => {
    const one = await approved()
    await approved({ amount: '10.00' })
    await approved({ charge: { ...charge, chargeId: 'elsewhere', provider: null, mid: null } })
    const { offers } = await listBatches(finance)
    expect(offers).toMatchObject([
      { provider: 'acq', mid: 'acq_nw', count: 2, sums: [{ currency: 'EUR', amount: '52.84' }] },
      { provider: null, mid: null, count: 1 },
    ])
    const id = randomUUID()
    const batch = await makeBatch(finance, id, { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' })
    expect(await makeBatch(finance, id, { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' })).toEqual(batch)
    const { file } = await batchFile(finance, id)
    const lines = file.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF"Refunds for acq \/ acq_nw, 2 rows, nothing left out, made /)
    expect(lines[2]).toContain(`'=pay_1,42.84,EUR,${one.charge.chargeId},Tw1ceP4d,2026-11-02 09:00:00,acq,acq_nw,${one.id},`)
    const done = await moveRefund(finance, step({ ...one, version: one.version + 1 }, 'done', 'RF-77'))
    expect([done.state, kindsOf(done), done.steps.at(-1)?.note]).toEqual([
      'done',
      ['asked', 'approved', 'batched', 'done'],
      'RF-77',
    ])
  })

  it('puts nothing into two files, whoever makes them at once', async () => {
    await approved()
    const given = { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' }
    const told = await racers.all('makeBatch', (racer) => [[finance, manager][racer] ?? finance, randomUUID(), given])
    expect(told.toSorted()).toEqual([
      'conflict: Nothing approved is left for this file: a colleague may have just made it.',
      'done',
    ])
    expect((await listBatches(finance)).batches).toMatchObject([{ count: 1 }])
  })

  it('shows what waits longest first, in pieces, and counts what waits for over 24 hours', async () => {
    const old = new Date(Date.now() - 25 * 60 * 60_000).toISOString()
    const ids = []
    for (let at = 0; at < 52; at += 1) ids.push((await askRefund(agent, asked())).id)
    const late = await askRefund(manager, asked())
    await (await database()).updateTable('refunds').set({ waiting_since: old }).where('id', '=', late.id).execute()
    const first = await refundsPiece(finance, 'waiting', null)
    const second = await refundsPiece(finance, 'waiting', first.next)
    const shown = [...first.refunds, ...second.refunds]
    expect([shown[0]?.id, shown.length, new Set(shown.map(({ id }) => id)).size, second.next]).toEqual([late.id, 53, 53, null])
    expect(first.counts).toEqual({ waiting: 53, approved: 0, done: 0, refused: 0, overdue: 1 })
    expect(await waitingRefunds(finance, true)).toMatchObject({ waiting: 53, overdue: 1, oldest: old })
    expect(await waitingRefunds(manager, true)).toMatchObject({ waiting: 52, overdue: 0, mine: [{ id: late.id }] })
    expect(await waitingRefunds(agent, false)).toMatchObject({ waiting: 0, overdue: 0 })
  })

  it('writes every step into the journal’s chain', async () => {
    const refund = await approved({
      amount: '9007199254740993.25',
      charge: { ...charge, chargeId: 'big', amount: '9007199254740993.25' },
    })
    const store = await database()
    const entries = await store
      .selectFrom('journal')
      .select(['kind', 'detail'])
      .where('action_id', '=', refund.id)
      .orderBy('seq')
      .execute()
    expect(entries.map(({ kind, detail }) => [kind, JSON.parse(detail).step, JSON.parse(detail).refund.amount])).toEqual([
      ['refund', 'asked', '9007199254740993.25'],
      ['refund', 'approved', '9007199254740993.25'],
    ])
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: true })
    expect(sum([refund.amount])).toBe('9007199254740993.25')
  })
})
