import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromOwnJson } from '@/lib/core/json'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { problemIn } from '@/lib/testing/endings'
import { askRefund } from './ask-refund'
import { decideRefund, endRefund, getBatches, postBatch } from './handlers'
import { refundInDetail } from './list-refunds'
import { agent, asked, somebody } from './refunds-for-tests'
import { requireReason } from './went-back'

const why = 'The chargeback was of another order'

describe.each(engines)('a refund whose money may have gone back already, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  let buyerId = ''
  beforeEach(async () => {
    buyerId = randomUUID()
    for (const table of ['events', 'refund_steps', 'refund_batches', 'refunds'] as const)
      await (await database()).deleteFrom(table).execute()
  })

  const rows = async (merchant = 'northwind') => {
    const at = new Date().toISOString()
    const event = { id: randomUUID(), merchant, address_id: 'a', received_at: at, last_received_at: at, copies: 1, sealed: '' }
    const said = {
      key: randomUUID(),
      digest: 'd',
      state: 'taken' as const,
      action: 'subscription_event_chargeback',
      buyer_id: buyerId,
    }
    await (await database())
      .insertInto('events')
      .values({ ...event, ...said })
      .execute()
  }
  const request = async () => (await askRefund(agent, asked({ buyerId }))).id
  const put = async (handler: Parameters<typeof dashboard.call>[0], path: string, body: object, params = {}) => {
    const answer = await dashboard.call(handler, 'POST', `/api/desk/refunds/${path}`, { as: 'finance', params, body })
    return { status: answer.status, body: await answer.json() }
  }
  const decide = (refundId: string, more: object = {}, version = 1) => {
    const body = { version, approve: true, reason: 'Goodwill', ...more }
    return put(serveDashboard('decideRefund', decideRefund) as never, `${refundId}/decide`, body, { refundId })
  }
  const file = (more: object = {}) =>
    put(serveDashboard('decideRefund', postBatch), 'batches', { merchant: 'northwind', provider: 'acq', mid: 'acq_nw', ...more })
  const stateOf = async (id: string) =>
    (await (await database()).selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const despite = async (id: string) => {
    const entries = await (await database())
      .selectFrom('journal')
      .select('detail')
      .where('action_id', '=', id)
      .orderBy('seq')
      .execute()
    return entries.map(({ detail }) => fromOwnJson<{ despite?: string }>(detail).despite ?? null)
  }

  it('is approved only with a reason of its own, which is in the journal', async () => {
    const id = await request()
    await rows()
    for (const given of [{}, { despite: null }, { despite: '   ' }, { despite: '\u200b' }]) {
      const { status, body } = await decide(id, given)
      expect([status, body.fields]).toEqual([422, [{ field: 'despite', title: 'Enter why the refund should still be made' }]])
      expect(body.detail).toContain('nothing was saved')
    }
    expect((await decide(id, { despite: 'x'.repeat(256) })).body.fields[0].field).toBe('despite')
    expect([await stateOf(id), await despite(id)]).toEqual(['waiting', [null]])
    const { status, body } = await decide(id, { despite: `${why}, says anna@example.test` })
    expect([status, body.steps.at(-1)]).toEqual([200, expect.objectContaining({ kind: 'approved', note: 'Goodwill' })])
    expect(await despite(id)).toEqual([null, expect.stringMatching(/^The chargeback was of another order, says a/)])
    expect((await despite(id)).join()).not.toContain('anna@')
    expect(await verify(await database(), process.env.DATA_DIR ?? '')).toMatchObject({ whole: true })
  })

  it('isn’t explained for an event that came after the person looked', async () => {
    const id = await request()
    await rows()
    const seen = (await refundInDetail(somebody('finance', 'finance'), id)).wentBack?.at ?? ''
    await expect.poll(() => new Date().toISOString()).not.toBe(seen)
    await rows()
    const { status, body } = await decide(id, { despite: why, seen })
    expect([status, body.kind, body.code, await stateOf(id)]).toEqual([409, 'conflict', 'changed', 'waiting'])
    const now = (await refundInDetail(somebody('finance', 'finance'), id)).wentBack?.at ?? ''
    expect((await decide(id, { despite: why, seen: now })).status).toBe(200)
  })

  it('asks for none where no event of this buyer and merchant account says so, nor to refuse it', async () => {
    await rows('elsewhere')
    const plain = await decide(await request())
    expect([plain.status, plain.body.steps.at(-1).despite]).toEqual([200, null])
    const refused = await request()
    await rows()
    expect((await decide(refused, { approve: false })).body.state).toBe('refused')
  })

  it('asks again once it’s approved anew, and for a file only of events that came since', async () => {
    const id = await request()
    await rows()
    await decide(id, { despite: why })
    const offers = async () => {
      const answer = await dashboard.call(serveDashboard('decideRefund', getBatches), 'GET', '/api/desk/refunds/batches', {
        as: 'finance',
      })
      return (await answer.json()).offers[0].unexplained
    }
    expect(await offers()).toBe(0)
    const later = await request()
    await decide(later, { despite: why })
    await expect.poll(() => new Date().toISOString()).not.toBe((await lastStep(later)).at) // the clock goes by milliseconds
    await rows()
    expect(await offers()).toBe(2)
    const { status, body } = await file()
    expect([status, body.fields[0].field, await stateOf(id)]).toEqual([422, 'despite', 'approved'])
    expect(await (await database()).selectFrom('refund_batches').selectAll().execute()).toEqual([])
    expect((await file({ despite: why })).body.count).toBe(2)
    expect(await despite(id)).toEqual([null, why, why])
    await put(
      serveDashboard('decideRefund', endRefund) as never,
      `${id}/end`,
      { version: 3, outcome: 'failed', reason: 'No' },
      { refundId: id },
    )
    expect((await decide(id, {}, 4)).status).toBe(422)
  })

  it('is marked as done without one, because its own refund makes such an event', async () => {
    const id = await request()
    await decide(id)
    await file()
    await rows()
    const body = { version: 3, outcome: 'done', reference: 'RF-1' }
    const ended = await put(serveDashboard('decideRefund', endRefund) as never, `${id}/end`, body, { refundId: id })
    expect([ended.status, ended.body.state]).toEqual([200, 'done'])
  })

  const lastStep = async (id: string) =>
    (await database())
      .selectFrom('refund_steps')
      .select('at')
      .where('refund_id', '=', id)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
})

describe('why money should leave although events say that it may have gone back', () => {
  const event = (action: string, day: string) => ({ action: `subscription_event_${action}`, at: `${day}T10:00:00.000Z` })
  const refused = (...events: ReturnType<typeof event>[]) => problemIn(Promise.resolve().then(() => requireReason(events, ' ')))

  it('is asked for by the newest of them, and by how many buyers they are about', async () => {
    const [early, late] = [event('void', '2026-11-20'), event('chargeback', '2026-11-22')]
    for (const events of [
      [early, late],
      [late, early],
    ])
      expect((await refused(...events)).detail).toMatch(
        /^Chargeback, says an event of 22 Nov 2026\. Money may have gone back to the buyers of 2 of these refunds already, /,
      )
    const { detail, fields } = await refused(early)
    expect(detail).toMatch(/^Void, says an event of 20 Nov 2026\. Money may have gone back to this buyer already, /)
    expect(fields).toEqual([{ field: 'despite', title: 'Enter why the refund should still be made' }])
  })

  it('is kept without spaces around it, and masked', () => {
    expect(requireReason([event('void', '2026-11-20')], '  Of another order ')).toBe('Of another order')
    expect(requireReason([event('void', '2026-11-20')], 'nora@example.test asked')).not.toContain('nora@')
  })
})
