import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { raiseAlerts } from '@/lib/alerts/server/alerts'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { writeNote } from '@/lib/notes/server/notes'
import { createPerson } from '@/lib/people/server/person-accounts'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { addGuideStep, startGuide } from '@/lib/playbooks/server/guides'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { asked, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { type Handover, type HandoverItemNow, maxOfKind } from '../handover'
import { getHandover, getHandovers, postHandover, takeHandover } from './handovers'

const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
const [lost, settled] = [randomUUID(), randomUUID()]

const action = (action_id: string, settled_as: 'happened' | null) => ({
  ...{ action_id, digest: 'd', state: 'unconfirmed' as const, settled_as, operation: 'disableToken', merchant: 'northwind' },
  ...{ buyer_id: buyerId, target: 'token:1', account_id: 'x', person: 'Alma', ticket: 'T-1', process: 'p', effect: 'null' },
  ...{ request: '{"params":{},"body":{}}', sealed: '', undoes: null, created_at: '2026-11-20T10:00:00.000Z' },
  ...{ answered_at: null, answer: null },
})

describe.each(engines)('a hand-over sheet, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const call = async (
    work: unknown,
    method: string,
    { as = 'manager' as Role, handoverId = '', body = undefined as object | undefined } = {},
  ) => {
    const handler = serveDashboard<{ handoverId: string }>('handOver', work as typeof takeHandover)
    const headers: Record<string, string> = method === 'POST' ? { 'x-action-id': randomUUID() } : {}
    const given = { as, params: { handoverId }, headers, ...(body && { body }) }
    const answer = await dashboard.call(handler, method, '/api/desk/handovers', given)
    return { status: answer.status, body: await answer.json() }
  }
  const inWords = (items: readonly HandoverItemNow[]) => items.map(({ kind, words, now }) => [kind, words, now])
  const entries = async () => {
    const rows = await (await database())
      .selectFrom('journal')
      .select(['kind', 'detail'])
      .where('kind', 'like', 'handover%')
      .execute()
    return rows.map(({ kind, detail }) => [kind, JSON.parse(detail).hash])
  }

  beforeAll(async () => {
    const store = await database()
    await store
      .insertInto('actions')
      .values([action(lost, null), action(settled, 'happened')])
      .execute()
    await askRefund(somebody('agent', 'agent'), asked())
    const guide = { id: randomUUID(), playbook: 'refund', merchant: 'northwind', buyerId, ticket: null } as const
    await startGuide(somebody('agent', 'agent'), guide) // no question of it is answered
    const gap = {
      id: randomUUID(),
      merchant: 'northwind',
      from_at: '2026-11-20T04:10:00.000Z',
      to_at: null,
      kind: 'quiet' as const,
    }
    await store.insertInto('event_gaps').values(gap).execute()
    await raiseAlerts()
    const promised = {
      id: randomUUID(),
      merchant: 'northwind',
      buyer_id: buyerId,
      note_id: 'n-1',
      account_id: 'x',
      person: 'Alma',
    }
    const days = { due_on: '2026-11-20', made_at: '2026-11-19T10:00:00.000Z', done_at: null, done_by: null }
    await store
      .insertInto('promises')
      .values({ ...promised, ...days })
      .execute()
    const given = { email: 'soren@desk.test', name: 'Soren', role: 'agent', password: 'a long enough password' } as const
    const writer = { ...somebody((await createPerson(store, given)) ?? '', 'agent'), name: 'Soren' }
    await writeNote(writer, { merchant: 'northwind', buyerId, ticket: null, text: 'Watch this', forShift: true })
    await writeNote(writer, { merchant: 'northwind', buyerId, ticket: null, text: 'For nobody' })
    const email = { entity: 'buyer', field: 'email', value: '"odile@example.test"', observed_at: new Date().toISOString() }
    await store
      .insertInto('facts')
      .values({ merchant: 'northwind', buyer_id: buyerId, ...email, source: 'read', operation: null, person: null })
      .execute()
  })

  it('names exactly what is open, and of a person without the whole journal what is their own', async () => {
    const { meta } = (await call(getHandovers, 'GET')).body
    expect(inWords(meta.now)).toEqual([
      ['unconfirmed', 'Disable token', 'still unconfirmed'],
      ['refund', expect.stringMatching(/^Refund of /), 'still waiting'],
      ['promise', 'Promised for 20 Nov 2026', 'still due'],
      ['note', 'Note for the next shift', 'to read'],
      ['alert', 'No event has come for longer than usual', 'still open'],
      ['gap', 'No events for longer than usual', 'none yet'],
    ])
    expect(meta.now[0]).toMatchObject({ id: lost, buyer: 'o•••e@e••••••.test', href: `/journal?entry=${lost}`, ticket: 'T-1' })
    const agent = (await call(getHandovers, 'GET', { as: 'agent' })).body.meta
    expect([agent.own, agent.now]).toEqual([true, []])
  })

  it('stays as it was made, says what has become of each thing since, and is taken over by somebody else, once', async () => {
    const made: Handover = (await call(postHandover, 'POST', { body: { remark: 'Look at ada@example.test first' } })).body
    expect([made.count, made.mine, made.remark]).toEqual([6, true, 'Look at a•••@e••••••.test first'])
    expect(made.items[0]?.owner).toBeNull()
    const stored = await (await database()).selectFrom('handovers').select('items').executeTakeFirstOrThrow()
    expect(stored.items).not.toContain('@')
    await (await database()).updateTable('actions').set({ settled_as: 'did-not-happen' }).where('action_id', '=', lost).execute()
    await (await database()).updateTable('alerts').set({ closed_at: 'now', closed_by: 'Bo' }).execute()
    const later: Handover = (await call(getHandover, 'GET', { as: 'agent', handoverId: made.id })).body
    expect(inWords(later.items)[0]).toEqual(['unconfirmed', 'Disable token', 'settled as not applied'])
    expect(later.items[0]?.isOpen).toBe(false)
    expect(later.items.find(({ kind }) => kind === 'alert')).toMatchObject({ now: 'closed by Bo', isOpen: false })

    const take = (as: Role) => call(takeHandover, 'POST', { as, handoverId: made.id, body: {} })
    expect((await take('manager')).status).toBe(403)
    await (await database()).updateTable('actions').set({ settled_as: null }).where('action_id', '=', lost).execute()
    const unowned = await take('agent')
    expect([unowned.status, unowned.body.code]).toEqual([409, 'unowned'])
    expect((await call(getHandovers, 'GET')).body.data[0].takenBy).toBeNull()
    const { accountId: account_id } = await dashboard.account('finance')
    const name = { merchant: 'northwind', kind: 'unconfirmed', thing: lost, account_id, person: 'The finance' }
    await (await database())
      .insertInto('owners')
      .values({ ...name, since: '2026-11-20T10:00:00.000Z', until: '2099-01-01T00:00:00.000Z' })
      .execute()
    const taken: Handover = (await take('agent')).body
    expect(taken).toMatchObject({ takenBy: 'The agent', mine: false })
    expect(taken.items[0]?.owner).toEqual({ person: 'The agent', mine: true })
    expect((await call(getHandovers, 'GET')).body.meta.now[0].owner).toEqual({ person: 'The agent', mine: false })
    expect([(await take('finance')).status, (await take('finance')).body.code]).toEqual([409, 'changed'])
    const { items_hash } = await (await database()).selectFrom('handovers').select('items_hash').executeTakeFirstOrThrow()
    expect(await entries()).toEqual([
      ['handover-made', items_hash],
      ['handover-taken', items_hash],
    ])
    expect((await call(getHandovers, 'GET')).body.data).toMatchObject([{ id: made.id, count: 6, takenBy: 'The agent' }])
  })

  it('names guided steps also behind a thousand older ones that somebody only looked at', async () => {
    const store = await database()
    const agent = somebody('agent', 'agent')
    const begun = () => ({ id: randomUUID(), playbook: 'refund' as const, merchant: 'northwind', buyerId, ticket: 'T-7' })
    const [looked, answered] = [await startGuide(agent, begun()), await startGuide(agent, begun())]
    const step = { version: 1, kind: 'answered', question: 'q', answer: 'a', words: 'w' } as const
    await addGuideStep(agent, { ...step, stepId: randomUUID(), guideId: answered.id })
    const row = await store.selectFrom('guides').selectAll().where('id', '=', looked.id).executeTakeFirstOrThrow()
    const older = Array.from({ length: maxOfKind }, () => ({ ...row, id: randomUUID(), started_at: '2026-01-05T10:00:00.000Z' }))
    for (let from = 0; from < older.length; from += 100)
      await store
        .insertInto('guides')
        .values(older.slice(from, from + 100))
        .execute()
    const { now } = (await call(getHandovers, 'GET')).body.meta as { now: HandoverItemNow[] }
    expect(now.filter(({ kind }) => kind === 'guide')).toMatchObject([{ id: answered.id, ticket: 'T-7' }])
  })

  it('that is none is not found', async () => {
    expect((await call(getHandover, 'GET', { handoverId: randomUUID() })).status).toBe(404)
    expect((await call(getHandover, 'GET', { handoverId: 'x' })).status).toBe(400)
    expect((await call(postHandover, 'POST', { body: { remark: 'x'.repeat(501) } })).status).toBe(422)
  })
})
