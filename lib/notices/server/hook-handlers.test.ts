import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { routes } from '@/lib/testing/routes'
import type { Hook } from '../hook'
import { allowHookHost } from './hook-for-tests'

const all = await routes()
const closed = { ...northwind, code: 'closed', name: 'Closed', people: ['root@desk.example.test'] }
const hook = {
  name: 'Chat',
  url: 'https://hooks.example.test/services/T0/B1/a-token',
  format: 'slack',
  kinds: ['alert', 'mention'],
}

describe('hooks', () => {
  const dashboard = new Dashboard({ merchants: [northwind, closed] })
  let root = ''
  beforeAll(async () => {
    allowHookHost()
    root = (await dashboard.addPerson('admin', 'root@desk.example.test')).cookie
  })

  type Given = { params?: Record<string, string>; body?: unknown; id?: string; cookie?: string }
  const call = async (method: string, path: string, { params = {}, body, id = randomUUID(), cookie }: Given = {}) => {
    const route = all.find((each) => each.method === method && each.path === `/api/desk/hooks${path}`)
    const headers = { 'x-action-id': id, ...(cookie === undefined ? {} : { cookie }) }
    const answer = await dashboard.call(route?.handler as never, method, `/api/desk/hooks${path}`, {
      ...{ as: 'admin', params, headers },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, text: await answer.clone().text(), body: await answer.json(), headers: answer.headers }
  }
  const list = async (cookie?: string): Promise<Hook[]> =>
    (await call('GET', '', cookie === undefined ? {} : { cookie })).body.data

  it('show their secret once, to a repeat of the same request as well, and their address never in full', async () => {
    const id = randomUUID()
    const made = await call('POST', '', { body: hook, id })
    const { secret } = made.body.data
    expect([made.status, secret]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)])
    const again = await call('POST', '', { body: hook, id })
    expect([again.body, again.headers.get('x-replayed')]).toEqual([made.body, 'true'])
    const [shown] = await list()
    expect(shown).toMatchObject({
      id: made.body.data.id,
      name: 'Chat',
      url: 'https://hooks.example.test/…oken',
      on: true,
      waiting: 0,
    })
    await call('PUT', '/{hookId}', { params: { hookId: shown?.id ?? '' }, body: { kinds: ['alert'], on: false } })
    await call('PUT', '/{hookId}', { params: { hookId: shown?.id ?? '' }, body: { on: true } })
    const answers = (await call('GET', '')).text
    const store = await database()
    const rows = JSON.stringify([
      await store.selectFrom('journal').selectAll().where('operation', '=', 'hook').execute(),
      await store.selectFrom('hooks').selectAll().execute(),
    ])
    for (const text of [answers, rows]) for (const kept of [secret, '/services/']) expect(text).not.toContain(kept)
    expect(rows.match(/"setting\\":\\"hook/g)).toHaveLength(3)
    expect((await list()).map(({ kinds, on, changedBy }) => [kinds, on, changedBy])).toEqual([[['alert'], true, 'The admin']])
    expect((await call('DELETE', '/{hookId}', { params: { hookId: shown?.id ?? '' } })).body.data).toEqual([])
    expect((await call('PUT', '/{hookId}', { params: { hookId: shown?.id ?? '' }, body: { on: true } })).status).toBe(404)
  })

  it.each([
    [{ ...hook, url: 'http://hooks.example.test/a' }, 'url'],
    [{ ...hook, url: 'https://other.example.test/a' }, 'url'],
    [{ ...hook, url: 'https://127.0.0.1/a' }, 'url'],
    [{ ...hook, url: undefined }, 'url'],
    [{ ...hook, name: '' }, 'name'],
    [{ ...hook, format: 'xml' }, 'format'],
    [{ ...hook, kinds: [] }, 'kinds'],
    [{ ...hook, kinds: ['payment'] }, 'kinds.0'],
    [{ ...hook, accounts: [] }, 'accounts'],
    [{ ...hook, accounts: ['nowhere'] }, 'accounts'],
    [{ ...hook, accounts: ['closed'] }, 'accounts'],
    [{ ...hook, secret: 'mine' }, 'secret'],
  ])('are refused as %j, by the field', async (body, field) => {
    const { status, body: problem } = await call('POST', '', { body })
    expect([status, problem.fields[0].field]).toEqual([422, field])
    expect(await list()).toEqual([])
  })

  it('of an admin who may not use every merchant account tell of theirs alone, and others stay out of their sight', async () => {
    await call('POST', '', { body: hook })
    expect((await list()).map(({ accounts }) => accounts)).toEqual([['northwind']])
    await call('POST', '', { body: { ...hook, name: 'All' }, cookie: root })
    const everything = await list(root)
    expect(everything.map(({ name, accounts }) => [name, accounts])).toEqual([
      ['Chat', ['northwind']],
      ['All', null],
    ])
    expect((await list()).map(({ name }) => name)).toEqual(['Chat'])
    const params = { hookId: everything[1]?.id ?? '' }
    expect((await call('PUT', '/{hookId}', { params, body: { on: false } })).status).toBe(404)
    expect((await call('DELETE', '/{hookId}', { params })).status).toBe(404)
  })

  it('are at most twenty', async () => {
    const answers = []
    for (let n = 0; n < 19; n += 1) answers.push(await call('POST', '', { body: { ...hook, name: `Hook ${n}` } }))
    expect(answers.at(-1)?.body).toMatchObject({ kind: 'conflict', code: 'too_many_hooks' })
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(18)
  })
})
