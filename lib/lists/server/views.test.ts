import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import type { View } from '../views'
import { getList, getLists } from './handlers'
import { addressOf } from './pins'
import { deleteView, getViews, postView, putPin, putView } from './view-handlers'

const blocked = { name: 'Blocked, Plus', list: 'blocked', filter: { product: 'Plus' }, shared: true }

describe.each(engines)('views of lists, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const call = async (
    method: string,
    {
      as = 'manager' as Role,
      id = randomUUID() as string,
      viewId = '',
      body,
    }: { as?: Role; id?: string; viewId?: string; body?: object },
  ) => {
    const work = { GET: getViews, POST: postView, PUT: putView, PIN: putPin, DELETE: deleteView }[method] ?? getViews
    const headers = { 'x-action-id': id }
    const given = { as, headers, params: { viewId }, ...(body && { body }) }
    const answer = await dashboard.call(
      serveDashboard<{ viewId: string }>('lists', work as typeof putView),
      method,
      '/api/desk/views',
      given,
    )
    return { status: answer.status, body: await answer.json() }
  }
  const names = async (as: Role) => ((await call('GET', { as })).body.data as View[]).map(({ name }) => name)

  it('are one’s own until they are shared, and what is shared is in the journal', async () => {
    const id = randomUUID()
    expect((await call('POST', { as: 'agent', body: { ...blocked, name: 'Mine', shared: false } })).status).toBe(200)
    const made = await call('POST', { id, body: blocked })
    expect(made.body.data).toMatchObject([{ ...blocked, id, mine: true, version: 1, pinned: null, count: null }])
    expect([await names('agent'), await names('manager')]).toEqual([['Blocked, Plus', 'Mine'], ['Blocked, Plus']])
    const entries = await (await database()).selectFrom('journal').select('detail').where('operation', '=', 'view').execute()
    expect(entries.map(({ detail }) => JSON.parse(detail))).toMatchObject([{ setting: 'view', id, after: blocked }])
  })

  it('are pinned by each person for themselves, and for a role or everybody by who may share', async () => {
    const [shared, mine] = (await call('GET', { as: 'agent' })).body.data as View[]
    if (!shared || !mine) throw new Error('The views of the test before are there')
    const pinned = async (as: Role) => ((await call('GET', { as })).body.data as View[])[0]?.pinned
    const pin = async (as: Role, who: string, on = true, { id } = shared) =>
      (await call('PIN', { as, viewId: id, body: { for: who, pinned: on } })).status
    expect([await pin('agent', 'me'), await pinned('agent'), await pinned('finance')]).toEqual([200, 'me', null])
    expect([await pin('agent', 'finance'), await pin('agent', 'nobody')]).toEqual([403, 422])
    expect([await pin('manager', 'finance'), await pinned('finance'), await pinned('manager')]).toEqual([200, 'finance', null])
    expect([await pin('manager', 'everybody'), await pinned('manager')]).toEqual([200, 'everybody'])
    expect((await call('GET', { as: 'manager' })).body.data[0]).toMatchObject({
      ...{ pins: ['everybody', 'finance'], count: { count: 0, isMore: false } },
    })
    expect([await pin('manager', 'everybody', false), await pinned('manager')]).toEqual([200, null])
    expect([await pin('manager', 'me', true, mine), await pin('agent', 'me', true, mine)]).toEqual([404, 200])
  })

  it('are opened by a link that nobody guesses, for whoever may use their merchant account', async () => {
    const [shared] = (await call('GET', { as: 'agent' })).body.data as View[]
    expect(shared?.code).toMatch(/^[\w-]{22}$/)
    const person = somebody('agent', 'agent')
    expect(await addressOf(person, shared?.code ?? '')).toBe('/lists/blocked?product=Plus')
    expect(await addressOf(person, shared?.id ?? '')).toBeNull()
  })

  it('are changed and removed by their owner, or by who may share where they are shared', async () => {
    const [shared, mine] = (await call('GET', { as: 'agent' })).body.data as View[]
    if (!shared || !mine) throw new Error('The views of the test before are there')
    const change = { name: 'Renamed', list: 'blocked', filter: {}, shared: true, version: 1 }
    expect((await call('PUT', { as: 'agent', viewId: shared.id, body: change })).status).toBe(403)
    expect((await call('DELETE', { as: 'agent', viewId: shared.id })).status).toBe(403)
    expect((await call('DELETE', { as: 'manager', viewId: mine.id })).status).toBe(404)
    expect((await call('PUT', { as: 'agent', viewId: mine.id, body: change })).status).toBe(403)
    expect((await call('PUT', { as: 'finance', viewId: shared.id, body: change })).status).toBe(200)
    expect((await call('PUT', { as: 'manager', viewId: shared.id, body: change })).body.code).toBe('changed')
    expect((await call('DELETE', { as: 'agent', viewId: mine.id })).status).toBe(200)
    expect([await names('agent'), await names('manager')]).toEqual([['Renamed'], ['Renamed']])
    const both = await Promise.all(['manager', 'finance'].map((as) => call('DELETE', { as: as as Role, viewId: shared.id })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const entries = await (await database()).selectFrom('journal').select('detail').where('operation', '=', 'view').execute()
    expect(entries.filter(({ detail }) => detail.includes('before') && !('after' in JSON.parse(detail)))).toHaveLength(1)
  })

  it.each([
    ['name', { name: 'ada@example.test' }, 'Leave personal values out'],
    ['name', { name: 'Buyer 1234567' }, 'Leave personal values out'],
    ['name', { name: 'ada＠example.test' }, 'Leave personal values out'],
    ['name', { name: 'Buyer １２３４５６' }, 'Leave personal values out'],
    ['filter.product', { filter: { product: 'ada@example.test' } }, 'Leave personal values out'],
    ['filter.provider', { filter: { provider: 'acq' } }, 'no such filter'],
    ['filter.span', { list: 'renewals-failed', filter: { span: '12' } }, 'no such filter'],
    ['filter.amount', { list: 'vouchers', filter: { amount: '100' } }, 'no such filter'],
    ['filter.rows', { filter: { rows: '1' } }, 'Unknown field'],
    ['list', { list: 'everything' }, 'Use the name of a list'],
  ])('have no %s such as %j', async (field, wrong, title) => {
    const { status, body } = await call('POST', { body: { ...blocked, ...wrong } })
    expect([status, body.fields[0].field, body.fields[0].title]).toEqual([422, field, expect.stringContaining(title)])
  })

  it('are moved among what is pinned for the same people, and stay in that order', async () => {
    const made: Record<string, string> = {}
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      made[name] = randomUUID()
      await call('POST', { id: made[name], as: 'finance', body: { ...blocked, name } })
      await call('PIN', { as: 'finance', viewId: made[name], body: { for: 'me', pinned: true } })
    }
    const order = async (as: Role, who = 'me') =>
      ((await call('GET', { as })).body.data as View[]).flatMap(({ name, pinned }) => (pinned === who ? [name] : []))
    const move = (name: string, to: string, more: object = {}) =>
      call('PIN', { as: 'finance', viewId: made[name] ?? '', body: { for: 'me', pinned: true, move: to, ...more } })
    const id = randomUUID()
    const up = () => call('PIN', { id, as: 'finance', viewId: made.Gamma ?? '', body: { for: 'me', pinned: true, move: 'up' } })
    expect([await order('finance'), (await up()).status, (await up()).status]).toEqual([['Alpha', 'Beta', 'Gamma'], 200, 200])
    expect(await order('finance')).toEqual(['Alpha', 'Gamma', 'Beta'])
    await move('Gamma', 'up')
    await move('Gamma', 'up')
    await move('Beta', 'down')
    expect([await order('finance'), await order('manager')]).toEqual([['Gamma', 'Alpha', 'Beta'], []])
    expect((await move('Alpha', 'up', { for: 'finance' })).body.code).toBe('not_pinned')
    expect((await move('Alpha', 'up', { pinned: false })).body.fields[0].field).toBe('move')
    expect((await move('Alpha', 'left')).body.fields[0].field).toBe('move')
    for (const name of Object.keys(made)) await call('DELETE', { as: 'finance', viewId: made[name] ?? '' })
  })

  it('are counted, so that nobody keeps more than there is room for', async () => {
    for (let number = 0; number < 50; number += 1)
      expect((await call('POST', { as: 'agent', body: { ...blocked, name: `${number}`, shared: false } })).status).toBe(200)
    const { status, body } = await call('POST', { as: 'agent', body: { ...blocked, name: 'More', shared: false } })
    expect([status, body.code]).toEqual([409, 'too_many_views'])
  })

  it('stand beside lists that refuse what they don’t have', async () => {
    const ask = async (list: string, search = '') => {
      const handler = serveDashboard<{ list: string }>('lists', getList)
      return (await dashboard.call(handler, 'GET', `/api/desk/lists/${list}`, { params: { list }, search })).status
    }
    expect([
      await ask('blocked'),
      await ask('nothing'),
      await ask('blocked', '?provider=a'),
      await ask('blocked', '?page=2'),
    ]).toEqual([200, 404, 422, 422])
    expect([await ask('vouchers', '?span=12'), await ask('blocked', '?after=W10'), await ask('blocked', '?limit=201')]).toEqual([
      422, 422, 422,
    ])
    const lists = await dashboard.call(serveDashboard('lists', getLists), 'GET', '/api/desk/lists', {})
    expect((await lists.json()).data).toHaveLength(7)
  })
})
