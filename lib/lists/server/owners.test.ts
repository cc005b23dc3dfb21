import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { journal } from '@/lib/commands/server/journal-handlers'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { getList } from './handlers'
import { putOwner } from './owner-handlers'

const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
const key = `s-1 ${buyerId}`
const [lost, settled] = [randomUUID(), randomUUID()]

const action = (action_id: string, settled_as: 'happened' | null) => ({
  ...{ action_id, digest: 'd', state: 'unconfirmed' as const, settled_as, operation: 'disableToken', merchant: 'northwind' },
  ...{ buyer_id: buyerId, target: 'token:1', account_id: 'x', person: 'Alma', ticket: null, process: 'p', effect: 'null' },
  ...{ request: '{"params":{},"body":{}}', sealed: '', undoes: null, created_at: '2026-11-20T10:00:00.000Z' },
  ...{ answered_at: null, answer: null },
})

describe.each(engines)('who is on what, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const put = async (as: Role, thing: string, { kind = 'unconfirmed', assigned = true, id = randomUUID() as string } = {}) => {
    const headers = { 'x-action-id': id }
    const answer = await dashboard.call(serveDashboard('lists', putOwner), 'PUT', '/api/desk/owners', {
      ...{ as, headers, body: { kind, thing, assigned } },
    })
    return { status: answer.status, body: await answer.json() }
  }
  const onList = async (as: Role) => {
    const handler = serveDashboard<{ list: string }>('lists', getList)
    const answer = await dashboard.call(handler, 'GET', '/api/desk/lists/blocked', { as, params: { list: 'blocked' } })
    return (await answer.json()).data[0]
  }
  const openFor = async (as: Role, owner: string) => {
    const answer = await dashboard.call(serveDashboard('read', journal), 'GET', '/api/desk/journal', {
      ...{ as, search: `?outcome=open&owner=${owner}` },
    })
    return ((await answer.json()).actions as { actionId: string }[]).map(({ actionId }) => actionId)
  }

  beforeAll(async () => {
    const store = await database()
    const of = { merchant: 'northwind', buyer_id: buyerId, subscription_id: 's-1', seen_at: '2026-11-23T08:00:00.000Z' }
    const subscription = { ...of, status: 'blocked', autocharge: 1, ends_at: '', product: 'Plus', status_at: '', status_why: '' }
    await store.insertInto('directory_subscriptions').values(subscription).execute()
    await store
      .insertInto('actions')
      .values([action(lost, null), action(settled, 'happened')])
      .execute()
  })

  it('is one person at a time, whom everybody sees on the row for two hours', async () => {
    const { status, body } = await put('agent', key, { kind: 'blocked' })
    expect([status, body.data.person, body.data.mine]).toEqual([200, 'The agent', true])
    expect(Date.parse(body.data.until) - Date.parse(body.data.since)).toBe(2 * 3_600_000)
    expect(await onList('finance')).toMatchObject({
      owner: { person: 'The agent', mine: false },
      last: { words: 'Disable token' },
    })
    expect(await put('finance', key, { kind: 'blocked' })).toMatchObject({ status: 409, body: { code: 'owned' } })
    await (await database()).updateTable('owners').set({ until: '2026-11-20T10:00:00.000Z' }).execute()
    expect((await onList('finance')).owner).toBeNull()
    expect((await put('finance', key, { kind: 'blocked' })).body.data.person).toBe('The finance')
  })

  it('is taken off by that person, or by who leads', async () => {
    const off = (as: Role) => put(as, key, { kind: 'blocked', assigned: false })
    expect((await off('agent')).status).toBe(403)
    expect((await off('manager')).body).toEqual({ data: null })
    await put('agent', key, { kind: 'blocked' })
    expect([(await off('agent')).status, (await off('agent')).status, (await onList('agent')).owner]).toEqual([200, 200, null])
  })

  it('is nobody for a row that the list doesn’t have, or for what isn’t open', async () => {
    for (const thing of ['s-2 x', `${key} x`, 's-1']) expect((await put('agent', thing, { kind: 'blocked' })).status).toBe(404)
    expect((await put('agent', key, { kind: 'everything' })).status).toBe(422)
    expect((await put('agent', settled)).body.code).toBe('changed')
    expect((await put('agent', randomUUID())).status).toBe(404)
  })

  it('is answered as before where the row has left the list since', async () => {
    const id = randomUUID()
    const first = await put('agent', key, { kind: 'blocked', id })
    await (await database()).updateTable('directory_subscriptions').set({ status: 'active' }).execute()
    expect(await put('agent', key, { kind: 'blocked', id })).toEqual(first)
    expect((await put('agent', key, { kind: 'blocked' })).status).toBe(404)
    await (await database()).updateTable('directory_subscriptions').set({ status: 'blocked' }).execute()
    await put('agent', key, { kind: 'blocked', assigned: false })
  })

  it('of an unconfirmed action has it among their own, and is in the journal', async () => {
    expect([await openFor('manager', 'nobody'), await openFor('agent', 'me')]).toEqual([[lost], []])
    const id = randomUUID()
    expect([(await put('agent', lost.toUpperCase(), { id })).status, (await put('agent', lost, { id })).status]).toEqual([
      200, 200,
    ])
    expect([await openFor('manager', 'nobody'), await openFor('agent', 'me')]).toEqual([[], [lost]])
    await put('manager', lost, { assigned: false })
    const entries = await (await database())
      .selectFrom('journal')
      .select(['kind', 'person', 'operation', 'detail'])
      .where('kind', 'like', '%assigned')
      .orderBy('seq')
      .execute()
    expect(entries.map(({ detail, ...entry }) => ({ ...entry, action: JSON.parse(detail).action }))).toEqual([
      { kind: 'assigned', person: 'The agent', operation: 'disableToken', action: lost },
      { kind: 'unassigned', person: 'The manager', operation: 'disableToken', action: lost },
    ])
  })
})
