import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { raise } from '@/lib/alerts/server/alerts'
import { rulesOf } from '@/lib/alerts/server/rules'
import { askApproval, decide } from '@/lib/commands/server/approvals'
import { commandNamed } from '@/lib/commands/server/command-named'
import { commandOf } from '@/lib/commands/server/commands-for-tests'
import { begin } from '@/lib/commands/server/intent'
import { settle } from '@/lib/commands/server/outcome'
import { settleByEvent, settleByPerson } from '@/lib/commands/server/settling'
import { type Role, roles } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { writeNote } from '@/lib/notes/server/notes'
import { waitingFor } from '@/lib/pages/server/handlers'
import { makeHandover, takeOver } from '@/lib/pages/server/handovers'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { moveRefund } from '@/lib/refunds/server/move-refund'
import { asked, charge, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { routes } from '@/lib/testing/routes'
import { type NoticeKind, type NoticePage, noticeKinds } from '../notice'
import { allowHookHost, newHook } from './hook-for-tests'
import { notify } from './notify'

const all = await routes()
const onlyManager = { ...northwind, code: 'closed', name: 'Closed', people: ['manager@desk.example.test'] }
const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
const canaries = ['canary', '203.0.113', 'T-9911', 'Xavier', '42.84', buyerId]

describe.each(engines)('notices, on %s', (engine) => {
  const dashboard = new Dashboard({ merchants: [northwind, onlyManager] }, engine)
  const people = {} as Record<Role, Person>
  beforeAll(async () => {
    for (const role of roles)
      people[role] = {
        ...somebody((await dashboard.account(role)).accountId, role),
        name: `The ${role}`,
        email: `${role}@desk.example.test`,
      }
    allowHookHost()
    await newHook('https://hooks.example.test/a', { kinds: [...noticeKinds] })
  })

  const store = () => database()
  const call = async (method: string, path: string, given: { as?: Role; body?: object; search?: string } = {}) => {
    const route = all.find((each) => each.method === method && each.path === `/api/desk/notices${path}`)
    const answer = await dashboard.call(route?.handler as never, method, `/api/desk/notices${path}`, given)
    return { status: answer.status, body: await answer.json() }
  }
  const noticesOf = async (as: Role): Promise<NoticePage['data']> =>
    (await call('GET', '', { as, search: '?limit=200' })).body.data

  /** Who was told what since, by role. */
  async function toldBy(work: () => Promise<unknown>): Promise<Partial<Record<Role, string[]>>> {
    const before = new Set((await (await store()).selectFrom('notices').select('id').execute()).map(({ id }) => id))
    await work()
    const rows = await (await store()).selectFrom('notices').selectAll().orderBy('at').execute()
    const told: Partial<Record<Role, string[]>> = {}
    for (const { id, account_id, kind, words } of rows) {
      const role = roles.find((each) => people[each].accountId === account_id)
      if (role && !before.has(id)) told[role] = [...(told[role] ?? []), `${kind}: ${words}`]
    }
    return told
  }

  const unconfirmed = async (by: Person) => {
    const given = commandOf('changeBuyerEmail', { person: by, params: { buyerId }, ticket: 'T-9911' })
    const { action } = await begin(given)
    await settle(action, given, given.body, { state: 'unconfirmed', status: 504, body: { code: 'timeout' }, code: 'timeout' })
    return { given, action }
  }
  const approval = (merchant = 'northwind') =>
    askApproval(
      commandNamed('changeExpirationDate'),
      {
        merchant,
        params: { buyerId, subscriptionId: randomUUID() },
        body: { expirationDate: '2099-03-01', reason: 'Xavier canary' },
      },
      { person: people.agent, actionId: randomUUID(), ticket: 'T-9911' },
    )

  it('of an approval go to who may decide, and of its decision to who asked; then it is no news to the others', async () => {
    let id = ''
    expect(await toldBy(async () => ({ id } = await approval()))).toEqual({
      manager: ['approval-waiting: Change end date needs approval'],
      admin: ['approval-waiting: Change end date needs approval'],
    })
    const own = async () => (await noticesOf('admin')).find(({ kind }) => kind === 'approval-waiting')
    expect(await own()).toMatchObject({
      isNew: true,
      href: `/approvals?approval=${id}`,
      account: 'Northwind',
      desk: true,
      browser: true,
    })
    const decided = await toldBy(() => decide(people.manager, id, { approve: false, effectHash: '', note: 'Xavier canary' }))
    expect(decided).toEqual({ agent: ['approval-decided: Change end date was declined'] })
    expect(await own()).toMatchObject({ isNew: false })
  })

  it('of a request are no news any more once its time has passed', async () => {
    const { id } = await approval()
    const over = { until: new Date(Date.now() - 1).toISOString() }
    await (await store()).updateTable('notices').set(over).where('notice_key', '=', `approval-waiting ${id}`).execute()
    const [newest] = await noticesOf('manager')
    expect(newest).toMatchObject({ href: `/approvals?approval=${id}`, isNew: false })
  })

  it('of a merchant account go to nobody who may not use it', async () => {
    const tell = async () =>
      (await store())
        .transaction()
        .execute((tx) =>
          notify(tx, { kind: 'alert', of: randomUUID(), merchant: 'closed', words: 'Chargebacks: 3', href: '/' }, { roles }),
        )
    expect(await toldBy(tell)).toEqual({ manager: ['alert: Chargebacks: 3'] })
  })

  it('of a mention, a decided refund, an alert and a hand-over go to whom they concern', async () => {
    const text = '@The manager please look, canary@example.test from 203.0.113.9'
    const note = { merchant: 'northwind', buyerId, ticket: 'T-9911', text }
    expect(await toldBy(() => writeNote(people.agent, note))).toEqual({ manager: ['mention: New mention in a note'] })

    const request = asked({ buyerId, charge: { ...charge, chargeId: randomUUID(), buyer: 'canary@example.test' } })
    const { id: refundId, version } = await askRefund(people.agent, request)
    const move = { stepId: randomUUID(), refundId, kind: 'refused' as const, version, note: 'Xavier canary' }
    expect(await toldBy(() => moveRefund(people.finance, move))).toEqual({
      agent: ['refund-decided: A refund request was refused'],
    })

    const [rule] = (await rulesOf(await store(), 'northwind')).filter(({ source }) => source === 'declined-share')
    if (!rule) throw new Error('Every account has rules')
    const finding = {
      about: 'x',
      count: 30,
      newest: '',
      words: 'canary@example.test: 30 of 40 declined',
      href: '/settings/events',
    }
    const alert = {
      rule: { ...rule, roles: ['manager' as const] },
      merchant: merchantByCode('northwind'),
      finding,
      now: Date.now(),
    }
    const raised = await toldBy(async () => (await store()).transaction().execute((tx) => raise(tx, alert)))
    expect(raised).toEqual({ manager: [expect.stringMatching(/^alert: c.*•.*: 30 of 40 declined$/)] })

    const id = randomUUID()
    const made = await toldBy(() => makeHandover(people.agent, { id, merchant: 'northwind', remark: 'Xavier canary' }, noClaim))
    expect(made).toEqual(
      Object.fromEntries(['finance', 'manager', 'admin'].map((role) => [role, ['handover: A hand-over sheet is ready']])),
    )
    const sheet = await (await store()).selectFrom('handovers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await toldBy(() => takeOver(people.manager, sheet, noClaim))).toEqual({
      agent: ['handover: A hand-over sheet was taken over'],
    })
  })

  it('of an unconfirmed action go to who sent it, when an event, a colleague or a late answer settles it', async () => {
    const one = await unconfirmed(people.agent)
    const byEvent = () => settleByEvent(one.action, { reason: 'canary@example.test', eventId: 'e' }, async () => true)
    expect(await toldBy(byEvent)).toEqual({
      agent: ['settled-by-event: Change e-mail was unconfirmed and is settled as applied'],
    })
    const two = await unconfirmed(people.agent)
    const word = { as: 'did-not-happen' as const, how: 'by-hand' as const, reason: 'Xavier canary' }
    expect(await toldBy(() => settleByPerson(people.manager, two.action.action_id, word))).toEqual({
      agent: ['settled-by-event: Change e-mail was unconfirmed and is settled as not applied'],
    })
    const three = await unconfirmed(people.agent)
    expect(await toldBy(() => settleByPerson(people.agent, three.action.action_id, word))).toEqual({}) // they know
    const four = await unconfirmed(people.agent)
    const late = { state: 'done' as const, status: 200, body: {}, code: null, answer: {} }
    expect(await toldBy(() => settle(four.action, four.given, four.given.body, late))).toEqual({
      agent: ['settled-by-event: Change e-mail was unconfirmed and is done'],
    })
  })

  it('and deliveries hold no personal value, no amount, no buyer and no colleague', async () => {
    const notices = await (await store()).selectFrom('notices').select(['words', 'href', 'kind']).execute()
    const deliveries = await (await store()).selectFrom('hook_deliveries').select(['words', 'href', 'kind']).execute()
    const kinds: NoticeKind[] = [
      'approval-waiting',
      'approval-decided',
      'mention',
      'refund-decided',
      'alert',
      'handover',
      'settled-by-event',
    ]
    for (const rows of [notices, deliveries]) expect(kinds.filter((kind) => !rows.some((each) => each.kind === kind))).toEqual([])
    const text = JSON.stringify([notices, deliveries])
    expect([...canaries, ...roles.map((role) => `The ${role}`)].filter((each) => text.includes(each))).toEqual([])
  })

  it('travel with what waits, and are seen by their person alone, in pieces, newest first', async () => {
    const mine = await noticesOf('manager')
    expect((await waitingFor(people.manager)).notices.map(({ id }) => id)).toEqual(mine.slice(0, 20).map(({ id }) => id))
    const first = await call('GET', '', { as: 'manager', search: '?limit=2' })
    const next = await call('GET', '', { as: 'manager', search: `?limit=200&after=${first.body.meta.next}` })
    expect([...first.body.data, ...next.body.data].map(({ id }) => id)).toEqual(mine.map(({ id }) => id))
    expect([first.body.meta.total, next.body.meta.next]).toEqual([mine.length, null])
    const ids = mine.filter(({ isNew }) => isNew).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(1)
    await call('POST', '/seen', { as: 'agent', body: { ids } })
    expect((await noticesOf('manager')).filter(({ isNew }) => isNew)).toHaveLength(ids.length)
    const seen = await call('POST', '/seen', { as: 'manager', body: { ids: ids.slice(1) } })
    expect(seen.body.data.filter(({ isNew }: { isNew: boolean }) => isNew).map(({ id }: { id: string }) => id)).toEqual(
      ids.slice(0, 1),
    )
  })

  it('are wanted in the bell and the browser unless their person says otherwise', async () => {
    const alert = { desk: false, browser: true }
    const saved = await call('PUT', '/preferences', { as: 'manager', body: { alert } })
    expect(saved.body.data).toMatchObject({ alert, mention: { desk: true, browser: true } })
    expect((await noticesOf('manager')).find(({ kind }) => kind === 'alert')).toMatchObject(alert)
    expect((await call('GET', '/preferences', { as: 'admin' })).body.data.alert).toEqual({ desk: true, browser: true })
  })

  it.each([
    ['GET', '', { search: '?limit=0' }, 'limit'],
    ['GET', '', { search: '?limit=201' }, 'limit'],
    ['GET', '', { search: '?after=xyz' }, 'after'],
    ['GET', '', { search: '?kind=alert' }, 'kind'],
    ['POST', '/seen', { body: { ids: [] } }, 'ids'],
    ['POST', '/seen', { body: { ids: ['x'] } }, 'ids.0'],
    ['PUT', '/preferences', { body: { alert: { desk: 1, browser: true } } }, 'alert.desk'],
    ['PUT', '/preferences', { body: { other: { desk: true, browser: true } } }, 'other'],
  ])('%s %s with %j is refused by its field', async (method, path, given, field) => {
    const { status, body } = await call(method, path, given)
    expect([status, body.fields[0].field]).toEqual([422, field])
  })
})
