import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { readEvents } from '@/lib/events/server/read-events'
import { storeAll } from '@/lib/events/server/store'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { refundInDetail, refundsPiece } from '@/lib/refunds/server/list-refunds'
import { moveRefund } from '@/lib/refunds/server/move-refund'
import { asked, noFilter, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { describeCoverage } from '../coverage'
import { readList } from './read-list'

const { buyerId } = asked()
const context = { person: somebody('manager', 'manager'), merchant: 'northwind', today: '2026-11-23', zone: 'UTC' }

describe.each(engines)('money that went back, as events tell of it, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const event = (action: string, state: 'taken' | 'foreign', at: string) => ({
    ...{ id: randomUUID(), merchant: 'northwind', address_id: 'a', received_at: at, last_received_at: at, copies: 1 },
    ...{ key: at, digest: action, state, action, buyer_id: buyerId, sealed: '' },
  })

  beforeAll(async () => {
    await own.store
      .insertInto('events')
      .values([
        event('subscription_event_chargeback', 'taken', '2026-11-22T10:00:00.000Z'),
        event('subscription_event_refund', 'foreign', '2026-11-22T10:00:01.000Z'),
        event('charge_settle', 'taken', '2026-11-22T10:00:02.000Z'),
        event('subscription_event_void', 'taken', '2026-10-01T10:00:00.000Z'),
      ])
      .execute()
  })

  it('is a list of hints, without an amount, that says from when its events are', async () => {
    const { data, meta } = await readList('money-back', context, {}, { limit: 50, after: null })
    expect(data).toMatchObject([{ buyerId, why: 'Chargeback, from an event, not checked', amount: null, seen: '2026-11-22' }])
    expect(meta.sums).toEqual([])
    expect(describeCoverage(meta.coverage, 'Northwind', context.today)).toContain('From events of Northwind since 1 Oct')
  })

  it('has with open requests alone only those whose buyer has a refund request that isn’t made yet', async () => {
    const other = { ...event('subscription_event_refund', 'taken', '2026-11-22T11:00:00.000Z'), buyer_id: randomUUID() }
    await own.store.insertInto('events').values(other).execute()
    const open = () => readList('money-back', context, { refund: 'open' }, { limit: 50, after: null })
    expect((await open()).meta.total).toBe(0)
    const { id } = await askRefund(somebody('agent', 'agent'), asked())
    const { data, meta } = await open()
    expect([data.map((row) => row.buyerId), meta.facets.refund]).toEqual([[buyerId], [{ value: 'open', label: 'request open' }]])
    await moveRefund(somebody('finance', 'finance'), {
      ...{ refundId: id, stepId: randomUUID(), kind: 'refused', version: 1, note: 'Already back' },
    })
    expect((await open()).meta.total).toBe(0)
    await own.store.deleteFrom('events').where('id', '=', other.id).execute()
    for (const table of ['refund_steps', 'refunds'] as const) await own.store.deleteFrom(table).execute()
  })

  it('is a hint where a refund of the same buyer is decided', async () => {
    const { id } = await askRefund(somebody('agent', 'agent'), asked())
    const event = { action: 'subscription_event_chargeback', at: '2026-11-22T10:00:00.000Z' }
    const finance = somebody('finance', 'finance')
    expect((await refundInDetail(finance, id)).wentBack).toEqual(event)
    expect((await refundsPiece(finance, noFilter)).refunds.map(({ wentBack }) => wentBack)).toEqual([event])
  })

  it('is known by the words of the service, whoever recorded it', async () => {
    const whose = randomUUID()
    const actions = ['event_refund', 'event_void', 'event_chargeback', 'manual_chargeback']
    const texts = actions.map((action) =>
      JSON.stringify({
        ...{ type: 'subscription', action: `subscription_${action}`, merchant: 'northwind', buyer: { id: whose } },
        subscriptionData: { id: randomUUID(), status: 'suspended', updatedAt: '2026-11-23 08:00:00' },
      }),
    )
    await storeAll(texts.map((text) => ({ merchant: 'northwind', addressId: 'a', text })))
    await readEvents(new AbortController().signal)
    const today = { ...context, today: new Date().toISOString().slice(0, 10) }
    const { data } = await readList('money-back', today, {}, { limit: 50, after: null })
    const reasons = data.filter((row) => row.buyerId === whose).map(({ why }) => why?.replace(', from an event, not checked', ''))
    expect(reasons.sort()).toEqual(['Chargeback', 'Chargeback recorded manually', 'Refund', 'Void'])
    const { id } = await askRefund(somebody('agent', 'agent'), asked({ buyerId: whose }))
    expect((await refundInDetail(somebody('finance', 'finance'), id)).wentBack).not.toBeNull()
  })

  it('is one row for one thing, however its event is written and even where two contradict each other', async () => {
    const [whose, thing] = [randomUUID(), randomUUID()]
    const told = (data: object, more: object = {}) =>
      JSON.stringify({
        ...{
          type: 'subscription',
          action: 'subscription_event_refund',
          merchant: 'northwind',
          buyer: { id: whose, email: 'a@b.test' },
        },
        subscriptionData: { id: thing, status: 'disabled', updatedAt: '2026-11-20 10:00:00', ...data },
        ...more,
      })
    const texts = [
      told({}),
      told({ updatedAt: '2026-11-20T15:00:00+05:00' }),
      told({ id: thing.toUpperCase() }, { buyer: { id: whose.toUpperCase(), email: 'A@B.TEST' } }),
      told({ status: 'suspended' }),
    ]
    await storeAll(texts.map((text) => ({ merchant: 'northwind', addressId: 'a', text })))
    await readEvents(new AbortController().signal)
    const today = { ...context, today: new Date().toISOString().slice(0, 10) }
    const { data } = await readList('money-back', today, {}, { limit: 50, after: null })
    expect(data.filter((row) => row.buyerId === whose)).toHaveLength(1)
  })
})
