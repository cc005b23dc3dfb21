import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { encryptJson } from '@/lib/journal/crypto'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { getDraft, putDraft } from './draft-handlers'

describe.each(engines)('a draft that somebody changed in the database, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)

  const read = async (key: string, as: Role = 'agent') => {
    const answer = await dashboard.call(serveDashboard('act', getDraft), 'GET', `/api/desk/drafts/${key}`, {
      params: { key },
      as,
    })
    return [answer.status, await answer.json()]
  }
  const write = async (key: string, as: Role = 'agent') => {
    const body = { actionId: randomUUID(), values: { email: 'half.typed@example.test' } }
    const given = { params: { key }, body, as }
    const answer = await dashboard.call(serveDashboard('act', putDraft), 'PUT', `/api/desk/drafts/${key}`, given)
    return { draft: body, kept: await answer.json() }
  }
  const change = async (key: string, to: { account_id?: string; key?: string; sealed?: string }) =>
    (await database()).updateTable('drafts').set(to).where('key', '=', key).execute()

  const none = [200, { draft: null }]
  const moves: [string, (other: string) => Promise<{ as?: Role; key?: string; to: Parameters<typeof change>[1] }>][] = [
    [
      'given to somebody else',
      async () => ({ as: 'manager', to: { account_id: (await dashboard.account('manager')).accountId } }),
    ],
    ['given to another form', async (other) => ({ key: other, to: { key: other } })],
    ['made unreadable', async () => ({ to: { sealed: 'garbage' } })],
    [
      'put in the place of one, bound to nobody',
      async () => ({ to: { sealed: encryptJson({ email: 'half.typed@example.test' }) } }),
    ],
  ]

  it.each(moves)('counts as none where it was %s, and a new one takes its place', async (_, move) => {
    const form = `moved:${randomUUID()}`
    const { draft } = await write(form)
    expect(await read(form)).toEqual([200, { draft }])
    const { as = 'agent', key = form, to } = await move(`other:${randomUUID()}`)
    await change(form, to)
    expect(await read(key, as)).toEqual(none)
    const next = await write(key, as)
    expect(next.kept).toEqual({ kept: true, actionId: next.draft.actionId })
    expect(await read(key, as)).toEqual([200, { draft: next.draft }])
  })
})
