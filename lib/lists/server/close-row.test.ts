import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import type { ListPage } from '../list-page'
import type { ListName } from '../lists'
import { postClosedRow } from './close-row'
import { getList } from './handlers'

const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
const [event, moved] = [randomUUID(), randomUUID()]

describe.each(engines)('a row of a list is closed on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const close = async (as: Role, list: string, body: object, headers: Record<string, string> = {}) => {
    const handler = serveDashboard<{ list: string }>('lists', postClosedRow)
    const path = `/api/desk/lists/${list}/close`
    const answer = await dashboard.call(handler, 'POST', path, { as, params: { list }, body, headers })
    return { status: answer.status, body: await answer.json(), isAgain: answer.headers.get('x-replayed') }
  }
  const keysOf = async (list: ListName) => {
    const handler = serveDashboard<{ list: string }>('lists', getList)
    const answer = await dashboard.call(handler, 'GET', `/api/desk/lists/${list}`, { as: 'manager', params: { list } })
    return ((await answer.json()) as ListPage).data.map(({ key }) => key)
  }
  const entries = async () => {
    const rows = await (await database())
      .selectFrom('journal')
      .selectAll()
      .where('kind', '=', 'row-closed')
      .orderBy('seq')
      .execute()
    return rows.map(({ person, buyer_id, detail }) => {
      const { proof, ...said } = JSON.parse(detail)
      return { person, buyer_id, said, tables: proof.rows.map(({ table }: { table: string }) => table) }
    })
  }

  /** The columns that somebody changed by hand. The action of this test was planted, so that it has no entry of its own. */
  const faults = async () => {
    const verdict = await verify(await database(), process.env.DATA_DIR ?? '')
    const rows = verdict.whole ? [] : (verdict.rows ?? [])
    return rows.flatMap(({ table, field }) => (table === 'closed_rows' ? [field] : []))
  }

  beforeAll(async () => {
    const store = await database()
    const at = new Date().toISOString()
    const came = { id: event, merchant: 'northwind', address_id: 'a', received_at: at, last_received_at: at, copies: 1, key: 'k' }
    await store
      .insertInto('events')
      .values({ ...came, digest: 'd', state: 'taken', action: 'subscription_event_chargeback', buyer_id: buyerId, sealed: '' })
      .execute()
    await store
      .insertInto('actions')
      .values({
        ...{ action_id: moved, digest: 'd', state: 'done', settled_as: null, operation: 'changeExpirationDate' },
        ...{ merchant: 'northwind', buyer_id: buyerId, target: 's', account_id: 'x', person: 'Alma', ticket: null, process: 'p' },
        ...{ effect: 'null', request: '{"params":{},"body":{}}', sealed: '', undoes: null, created_at: at, answered_at: at },
        answer: null,
      })
      .execute()
    const charge = (charge_id: string, receipt: number) => ({
      ...{ merchant: 'northwind', charge_id, buyer_id: buyerId, order_id: 'o-1', amount: '19', amount_given: '19.00', receipt },
      ...{ currency: 'EUR', day: at.slice(0, 10), last_four: '', descriptor: '', status: 'settled', seen_on: at.slice(0, 10) },
      ...{ told_by: 'read' as const, order_state: 'received', kind: 'other' },
    })
    await store
      .insertInto('directory_charges')
      .values([charge('c-1', 1), charge('c-2', 2)])
      .execute()
  })

  it('by one person, for everybody, once, and the journal vouches for it', async () => {
    expect(await keysOf('money-back')).toEqual([event])
    const headers = { 'x-action-id': randomUUID() }
    const seen = await close('agent', 'money-back', { thing: event }, headers)
    expect(seen).toMatchObject({
      status: 200,
      body: { data: { list: 'money-back', thing: event, person: 'The agent', reason: null } },
    })
    expect(await keysOf('money-back')).toEqual([])
    expect(await close('agent', 'money-back', { thing: event }, headers)).toEqual({ ...seen, isAgain: 'true' })
    const late = await close('finance', 'money-back', { thing: event })
    expect([late.status, late.body.detail]).toEqual([409, 'The agent has closed this row already. Refresh the list.'])
    const said = { list: 'money-back', row: event }
    expect(await entries()).toEqual([{ person: 'The agent', buyer_id: buyerId, said, tables: ['closed_rows'] }])
    expect(await faults()).toEqual([])
    await (await database()).updateTable('closed_rows').set({ person: 'Nobody' }).execute()
    expect(await faults()).toEqual(['person'])
    await (await database()).updateTable('closed_rows').set({ person: 'The agent' }).execute()
  })

  it('as a double payment only with what explains it, masked', async () => {
    for (const reason of [undefined, null, '  ', '\u200b']) {
      const { status, body } = await close('finance', 'double-payments', { thing: 'c-2', reason })
      expect([status, body.fields]).toEqual([422, [{ field: 'reason', title: 'Enter what explains it' }]])
    }
    expect(await keysOf('double-payments')).toEqual(['c-2'])
    const { body } = await close('finance', 'double-payments', { thing: 'c-2', reason: 'A service fee, says anna@example.test' })
    expect(body.data.reason).not.toContain('anna@')
    expect((await entries()).at(-1)?.said).toMatchObject({
      list: 'double-payments',
      reason: expect.stringMatching(/^A service fee/),
    })
    expect(await keysOf('double-payments')).toEqual([])
  })

  it('as a moved end date by who sees those of everybody', async () => {
    expect((await close('agent', 'moved-dates', { thing: moved })).body).toMatchObject({ kind: 'forbidden', code: 'role' })
    expect((await close('finance', 'moved-dates', { thing: moved })).status).toBe(200)
    expect(await keysOf('moved-dates')).toEqual([])
  })

  it('by nobody where the list closes its rows with what they’re about, or has no such row', async () => {
    expect((await close('manager', 'blocked', { thing: 's-1 x' })).body).toMatchObject({ kind: 'conflict', code: 'not_closable' })
    for (const thing of [randomUUID(), `${event} x`]) expect((await close('manager', 'money-back', { thing })).status).toBe(404)
    expect((await close('manager', 'everything', { thing: 'x' })).status).toBe(404)
    expect((await close('manager', 'money-back', { thing: event, more: 1 })).body.fields[0].field).toBe('more')
    expect((await close('manager', 'money-back', { thing: event }, { 'x-merchant': 'elsewhere' })).status).toBe(422)
  })
})
