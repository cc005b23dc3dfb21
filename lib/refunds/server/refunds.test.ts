import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { sum } from '@/lib/core/money'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { problemIn } from '@/lib/testing/endings'
import type { Refund } from '../refund'
import { describeFilter } from '../refund-filter'
import { askRefund } from './ask-refund'
import { batchFile, listBatches, makeBatch } from './batches'
import { buyerRefunds, refundInDetail, refundsPiece, waitingRefunds } from './list-refunds'
import { moveRefund, type RefundMove } from './move-refund'
import { agent, asked, charge, finance, manager, noFilter } from './refunds-for-tests'

const toDecide = { ...noFilter, state: 'waiting' as const }

describe.each(engines)('the refund desk on %s', (engine) => {
  const own = new OwnDatabase(engine)
  beforeEach(async () => {
    const store = own.store
    for (const table of ['refund_steps', 'refund_batches', 'refunds'] as const) await store.deleteFrom(table).execute()
  })

  const step = (refund: Pick<Refund, 'id' | 'version'>, kind: RefundMove, note: string | null = 'Looked at it') => ({
    stepId: randomUUID(),
    refundId: refund.id,
    version: refund.version,
    kind,
    note,
  })
  const approved = async (more: Parameters<typeof asked>[0] = {}) => {
    const refund = await askRefund(agent, asked(more))
    return moveRefund(finance, step(refund, 'approved'))
  }
  const kindsOf = ({ steps }: Refund) => steps.map(({ kind }) => kind)

  it('keeps a request with what the service said, masked', async () => {
    const given = asked()
    const refund = await askRefund(agent, given)
    expect(refund).toMatchObject({ state: 'waiting', version: 1, amount: '42.84', mine: true, person: 'The agent' })
    expect(refund.steps).toMatchObject([{ kind: 'asked', note: 'Paid twice, says o•••e@e••••••.test' }])
    expect(JSON.stringify(refund)).not.toContain('odile@')
    expect(await buyerRefunds(manager, 'northwind', given.buyerId)).toHaveLength(1)
  })

  it('asks for nothing under the id of another request', async () => {
    const given = asked()
    await askRefund(agent, given)
    const other = problemIn(askRefund(agent, { ...given, amount: '1.00' }))
    expect(await other).toMatchObject({ kind: 'conflict', code: 'action_id_used' })
  })

  it('never asks for more than was received, whatever was asked for and not refused before', async () => {
    const chargeId = randomUUID()
    const first = await askRefund(agent, asked({ chargeId, amount: '40.00' }))
    const beyond = await problemIn(askRefund(agent, asked({ chargeId, amount: '2.85' })))
    expect(beyond.fields).toEqual([{ field: 'amount', title: 'You can refund up to 2.84 EUR of this charge' }])
    expect(beyond.detail).toBe(
      'Of 42.84 EUR received, 40.00 EUR has already been requested. You can request up to 2.84 EUR. Nothing was requested.',
    )
    await moveRefund(finance, step(first, 'refused'))
    await askRefund(agent, asked({ chargeId, amount: '42.84' }))
    expect((await refundInDetail(finance, first.id)).left).toBe('0.00')
    expect(await problemIn(askRefund(finance, asked({ chargeId })))).toMatchObject({
      kind: 'conflict',
      code: 'requested_in_full',
      detail: 'The agent has requested the rest of this charge. Nothing more was requested.',
    })
    expect((await problemIn(askRefund(agent, asked({ chargeId })))).detail).toMatch(/^You have requested the rest/)
  })

  it('lets nobody decide on their own, nor on what has moved on since it was shown', async () => {
    const own = await askRefund(manager, asked())
    expect(await problemIn(moveRefund(manager, step(own, 'approved')))).toMatchObject({
      kind: 'forbidden',
      code: 'own_request',
      detail: 'You can’t decide your own refund request. Ask somebody else with the right role.',
    })
    const decided = await moveRefund(finance, step(own, 'approved'))
    expect(await problemIn(moveRefund(finance, step(own, 'refused')))).toMatchObject({
      kind: 'conflict',
      detail: 'You have just approved it. Your change wasn’t saved. Look at the refund again.',
    })
    const failed = await moveRefund(finance, step(decided, 'failed', 'The card is closed'))
    expect(failed).toMatchObject({ state: 'waiting', batchId: null })
    expect((await problemIn(moveRefund(finance, step(own, 'approved')))).code).toBe('decided')
    expect(kindsOf(await moveRefund(finance, step(failed, 'approved')))).toEqual(['asked', 'approved', 'failed', 'approved'])
  })

  it('tells who was quicker and what they did', async () => {
    const move = async (refund: Pick<Refund, 'id' | 'version'>, kind: RefundMove, person = manager) =>
      (await problemIn(moveRefund(person, step(refund, kind)))).detail
    const just = (what: string) => `${what}. Your change wasn’t saved. Look at the refund again.`
    const waiting = await askRefund(agent, asked())
    expect(await move({ ...waiting, version: 9 }, 'approved')).toBe(just('The agent has just requested it'))
    await moveRefund(finance, step(await askRefund(agent, asked()), 'refused'))
    const one = await approved()
    expect(await move(one, 'approved')).toBe(just('The finance has just approved it'))
    await makeBatch(finance, randomUUID(), { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' })
    expect(await move(one, 'done')).toBe(just('The finance has just added it to a batch file'))
    const filed = { ...one, version: one.version + 1 }
    const done = await moveRefund(manager, step(filed, 'done', 'RF-1'))
    expect(await move(filed, 'failed', finance)).toBe(just('The manager has just marked it done'))
    expect(await move({ ...done, version: 1 }, 'failed')).toBe(just('You have just marked it done'))
    expect(await move({ ...done, version: 1 }, 'done')).toBe(
      'You’ve already marked it done, and that was saved. Nothing was changed now.',
    )
    const other = await moveRefund(finance, step(await approved(), 'failed'))
    expect(await move({ ...other, version: 1 }, 'refused')).toBe(just('The finance has just marked it failed'))
    const refused = await moveRefund(finance, step(other, 'refused'))
    expect(await move(refused, 'approved')).toBe(just('The finance has just refused it'))
  })

  it('that the provider did not do waits again, from then on, for another file', async () => {
    const one = await approved()
    const before = await askRefund(agent, asked())
    expect(one).toMatchObject({ batchId: null, waitingSince: one.askedAt })
    const batch = randomUUID()
    await makeBatch(finance, batch, { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' })
    const { refund } = await refundInDetail(finance, one.id)
    expect([refund.batchId, refund.waitingSince]).toEqual([batch, one.askedAt])
    const failed = await moveRefund(finance, step(refund, 'failed', 'The card of odile@example.test is closed'))
    expect([failed.state, failed.batchId, failed.steps.at(-1)?.note]).toEqual([
      'waiting',
      null,
      'The card of o•••e@e••••••.test is closed',
    ])
    expect(failed.waitingSince >= before.waitingSince).toBe(true)
    expect((await moveRefund(finance, step(failed, 'approved', null))).steps.at(-1)?.note).toBeNull()
  })

  it('that is not there, or whose step has an id that was used, is not moved', async () => {
    const refund = await askRefund(agent, asked())
    const none = await problemIn(moveRefund(finance, step({ id: randomUUID(), version: 1 }, 'approved')))
    expect(none).toMatchObject({ kind: 'notFound', detail: 'We couldn’t find that refund request.' })
    const used = step(await askRefund(agent, asked()), 'approved')
    await moveRefund(finance, used)
    const again = problemIn(moveRefund(finance, { ...used, refundId: refund.id }))
    expect(await again).toMatchObject({ kind: 'conflict', code: 'action_id_used' })
    expect((await refundInDetail(finance, refund.id)).refund.state).toBe('waiting')
  })

  it('makes one file for a provider and mid, formula-escaped', async () => {
    const one = await approved()
    await approved({ amount: '10.00' })
    await approved({ charge: { ...charge, chargeId: 'elsewhere', provider: null, mid: null } })
    const { offers } = await listBatches(finance)
    expect(offers).toMatchObject([
      { provider: 'acq', mid: 'acq_nw', count: 2, sums: [{ currency: 'EUR', amount: '52.84' }] },
      { provider: null, mid: null, count: 1 },
    ])
    const id = randomUUID()
    await makeBatch(finance, id, { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' })
    const { file } = await batchFile(finance, id)
    const lines = file.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF"Refunds for acq \/ acq_nw, 2 rows, nothing left out, created /)
    expect(lines[2]).toContain(`'=pay_1,42.84,EUR,${one.charge.chargeId},Tw1ceP4d,2026-11-02 09:00:00,acq,acq_nw,${one.id},`)
    const other = randomUUID()
    await makeBatch(finance, other, { merchant: 'northwind', provider: null, mid: null })
    expect((await batchFile(finance, other)).file).toContain(', 1 row, nothing left out, created ')
    const done = await moveRefund(finance, step({ ...one, version: one.version + 1 }, 'done', 'RF-77'))
    expect([done.state, kindsOf(done), done.steps.at(-1)?.note]).toEqual([
      'done',
      ['asked', 'approved', 'batched', 'done'],
      'RF-77',
    ])
  })

  it('shows what waits longest first, in pieces, and counts what waits for over 24 hours', async () => {
    const old = new Date(Date.now() - 25 * 60 * 60_000).toISOString()
    const ids = []
    for (let at = 0; at < 52; at += 1) ids.push((await askRefund(agent, asked())).id)
    const late = await askRefund(manager, asked())
    await own.store.updateTable('refunds').set({ waiting_since: old }).where('id', '=', late.id).execute()
    const first = await refundsPiece(finance, toDecide)
    const second = await refundsPiece(finance, toDecide, first.next)
    const shown = [...first.refunds, ...second.refunds]
    expect([shown[0]?.id, shown.length, new Set(shown.map(({ id }) => id)).size, second.next]).toEqual([late.id, 53, 53, null])
    expect(first.counts).toEqual({ waiting: 53, approved: 0, done: 0, refused: 0, overdue: 1 })
    expect(await waitingRefunds(finance, true)).toMatchObject({ waiting: 53, overdue: 1, oldest: old, accounts: ['northwind'] })
    expect(await waitingRefunds(manager, true)).toMatchObject({ waiting: 52, overdue: 0, mine: [{ id: late.id }] })
    expect(await waitingRefunds(agent, false)).toMatchObject({ waiting: 0, overdue: 0 })
  })

  it('says beside each whose else it is: other requests of the buyer, and other buyers with the card', async () => {
    const card = 'digest-of-a-card'
    const first = await askRefund(agent, asked({ charge: { ...charge, chargeId: 'one', buyer: null, cardDigest: card } }))
    await askRefund(agent, asked({ amount: '10.00' }))
    const seen = { merchant: 'northwind', card, seen_at: first.askedAt }
    const fact = { merchant: 'northwind', buyer_id: first.buyerId, entity: 'buyer', field: 'name', value: '"Odile Faure"' }
    await own.store
      .insertInto('cards')
      .values([
        { ...seen, buyer_id: first.buyerId },
        { ...seen, buyer_id: randomUUID() },
      ])
      .execute()
    await own.store
      .insertInto('facts')
      .values({ ...fact, observed_at: first.askedAt, source: 'person', operation: null, person: null })
      .execute()
    const { refunds, sums } = await refundsPiece(finance, toDecide)
    expect(refunds.map(({ others, sameCard, charge }) => [others, sameCard, charge.buyer])).toEqual([
      [1, 1, 'O•••• F••••'],
      [1, null, 'o•••e@e••••••.test'],
    ])
    expect(sums).toEqual([{ currency: 'EUR', amount: '52.84' }])
    expect(JSON.stringify(refunds)).not.toContain(card)
    const detail = await refundInDetail(finance, first.id)
    expect([detail.sameCard, detail.others.length, JSON.stringify(detail).includes(card)]).toEqual([1, 1, false])
  })

  it('lists apart what a file holds and what none does, and says so in its file', async () => {
    const held = await approved({ charge: { ...charge, chargeId: 'held', provider: 'one' } })
    await makeBatch(finance, randomUUID(), { merchant: 'northwind', provider: 'one', mid: charge.mid })
    const free = await approved({ charge: { ...charge, chargeId: 'free', provider: 'two' } })
    const idsOf = async (file: 'yes' | 'no') => {
      const { refunds, counts } = await refundsPiece(finance, { ...noFilter, state: 'approved', file })
      return [refunds.map(({ id }) => id), counts.approved]
    }
    expect([await idsOf('yes'), await idsOf('no')]).toEqual([
      [[held.id], 1],
      [[free.id], 1],
    ])
    expect(describeFilter({ ...noFilter, state: 'approved', file: 'no' })).toEqual(['approved', 'not in a file'])
  })

  it('writes every step into the journal’s chain', async () => {
    const refund = await approved({
      amount: '9007199254740993.25',
      charge: { ...charge, chargeId: 'big', amount: '9007199254740993.25' },
    })
    const store = own.store
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
    const verdict = await verify(store, own.place.DATA_DIR)
    // What tests before took away by hand is named, and nothing else.
    expect(verdict.whole ? [] : verdict.rows?.filter(({ why, id }) => id === refund.id || !why.includes('gone'))).toEqual([])
    expect(sum([refund.amount])).toBe('9007199254740993.25')
  })
})
