import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { eraseBuyer } from '@/lib/knowledge/server/erase'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import type { NotePromise, Notes } from '../note'
import { addNote } from './handlers'
import { duePromises, putPromise } from './promises'

const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe.each(engines)('a promise, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const call = async (work: unknown, method: string, params: object, body: object, as: Role = 'agent') => {
    const handler = serveDashboard<{ promiseId: string }>('act', work as typeof putPromise)
    const given = { as, params: { ...params } as Record<string, string>, body, headers: { 'x-action-id': randomUUID() } }
    const answer = await dashboard.call(handler, method, '/api/desk/promises', given)
    return { status: answer.status, body: await answer.json() }
  }
  const note = (text: string, due: string | null) => call(addNote, 'POST', { buyerId }, { text, ticket: null, due })
  const promised = async () => {
    const { accountId } = await dashboard.account('agent')
    return duePromises({ ...somebody('agent', 'agent'), accountId })
  }

  it('is a date beside a note, of today or a day to come', async () => {
    expect((await note('Too late', dayFrom(-2))).body.fields).toMatchObject([{ field: 'due' }])
    expect((await note('Too far', dayFrom(400))).status).toBe(422)
    expect((await note('Not a day', '2026-02-30')).status).toBe(422)
    expect(((await note('None', null)).body as Notes).notes[0]?.promise).toBeNull()
    await note('Call back', dayFrom(0))
    const { notes } = (await note('Later', dayFrom(3))).body as Notes
    const days = Object.fromEntries(notes.map(({ text, promise }) => [text, promise?.dueOn ?? null]))
    expect(days).toEqual({ None: null, 'Call back': dayFrom(0), Later: dayFrom(3) })
  })

  it('is due until somebody says that it was done, and can be opened again', async () => {
    const [due, ...others] = await promised()
    expect([due?.buyerId, due?.isOver, others]).toEqual([buyerId, false, []])
    const settle = (done: boolean, as: Role = 'agent') =>
      call(putPromise, 'PUT', { promiseId: due?.id }, { done }, as) as Promise<{ status: number; body: { data: NotePromise } }>
    expect((await settle(true, 'finance')).status).toBe(403)
    expect((await settle(true, 'manager')).body.data).toMatchObject({ dueOn: due?.dueOn, doneBy: 'The manager' })
    expect((await settle(true)).body.data.doneBy).toBe('The manager')
    expect(await promised()).toEqual([])
    expect((await settle(false)).body.data.doneAt).toBeNull()
    expect(await promised()).toHaveLength(1)
    const entries = await (await database()).selectFrom('journal').select('detail').where('kind', '=', 'promise').execute()
    const steps = entries.map(({ detail }) => JSON.parse(detail).step)
    expect(steps).toEqual(['made', 'made', 'done', 'reopened'])
  })

  it('is gone with its buyer', async () => {
    await eraseBuyer(somebody('admin', 'admin'), 'northwind', buyerId)
    expect(await (await database()).selectFrom('promises').selectAll().execute()).toEqual([])
  })
})
