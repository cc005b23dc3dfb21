import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { waiting } from '@/lib/pages/server/handlers'
import { cookieOf, Dashboard } from '@/lib/testing/dashboard'
import type { PersonAccount } from '../person-account'
import type { Session } from '../session'
import { companyPersonId } from './company-person'
import {
  deleteOtherSessions,
  deleteOwnSession,
  deleteSessions,
  listPeople,
  ownSessions,
  patchPerson,
  postPassword,
  postPerson,
  putPassword,
} from './handlers'
import { localSignIn } from './local-sign-in'
import { serveDashboard, serveWhilePasswordDue } from './serve-dashboard'
import { startSession } from './sessions'

const dashboard = new Dashboard()
const people = serveDashboard('settings', listPeople)
const add = serveDashboard('settings', postPerson)
const patch = serveDashboard('settings', patchPerson)
const renew = serveDashboard('settings', postPassword)
const endAll = serveDashboard('settings', deleteSessions)
const change = serveWhilePasswordDue(putPassword)
const sessions = serveDashboard('read', ownSessions)
const endOne = serveDashboard('read', deleteOwnSession)
const endOthers = serveDashboard('read', deleteOtherSessions)
const read = serveDashboard('read', waiting)

let count = 0
let email: string
beforeEach(() => {
  count += 1
  email = `p${count}@desk.example.test`
})
const from = () => ({ address: `203.0.113.${count}`, browser: 'Firefox on Linux' })
const good = 'lantern moss quarrel tin'

/** Somebody whom an admin has added, with the password they were given. */
async function joined(role = 'agent') {
  const answer = await dashboard.call(add, 'POST', '/api/desk/people', { as: 'admin', body: { email, name: 'Ines Dahl', role } })
  const { people, password } = (await answer.json()) as { people: PersonAccount[]; password: string }
  const { id } = people.find((each) => each.email === email) as PersonAccount
  return { id, password, cookie: await signedIn(password) }
}
const signedIn = async (password: string) => cookieOf((await localSignIn(email, password, from())) ?? '')
const asks = (cookie: string) => dashboard.call(read, 'GET', '/api/desk/waiting', { as: null, headers: { cookie } })
const changes = (cookie: string, current: string, password: string) =>
  dashboard.call(change, 'PUT', '/api/desk/account/password', { as: null, headers: { cookie }, body: { current, password } })
const about = (accountId: string, body: object) =>
  dashboard.call(patch, 'PATCH', `/api/desk/people/${accountId}`, { as: 'admin', params: { accountId }, body })
const noted = async () =>
  (
    await (
      await database()
    )
      .selectFrom('journal')
      .select(['person', 'detail'])
      .where('kind', '=', 'person')
      .orderBy('seq')
      .execute()
  ).map(({ person, detail }) => ({ person, ...(JSON.parse(detail) as object) }))

describe('a local account', () => {
  it('that an admin adds may do nothing before its owner has chosen a password', async () => {
    const { id, password, cookie } = await joined()
    const refused = await asks(cookie)
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'password_change_required'])
    expect((await changes(cookie, password, good)).status).toBe(200)
    expect((await asks(cookie)).status).toBe(200)
    expect(await localSignIn(email, password, from())).toBeNull()
    expect((await noted()).slice(-2)).toMatchObject([
      { person: 'The admin', did: 'added', account: id, role: 'agent' },
      { person: 'Ines Dahl', did: 'password changed', account: id },
    ])
  })

  it('is told why a password will not do, and keeps the one it has', async () => {
    const { password, cookie } = await joined()
    const problems = [
      [await changes(cookie, 'not this one at all', good), 'current', 'That isn’t your current password'],
      [await changes(cookie, password, password), 'password', 'Choose a different password from your current one.'],
      [await changes(cookie, password, 'passwordpassword'), 'password', expect.stringContaining('too common')],
      [await changes(cookie, password, 'dahl by the river side'), 'password', expect.stringContaining('Don’t use your name')],
    ] as const
    for (const [answer, field, title] of problems) expect((await answer.json()).fields).toEqual([{ field, title }])
    expect((await changes(cookie, password, 'p'.repeat(1_000_000))).status).toBe(413)
    expect((await asks(cookie)).status).toBe(403)
  })

  it('that types its password wrong again and again has to wait', async () => {
    const { password, cookie } = await joined()
    for (let tries = 0; tries < 8; tries += 1) await changes(cookie, 'not this one at all', good)
    const answer = await changes(cookie, password, good)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.any(String)])
  })

  it('gets a new one-time password from an admin, and is out until it is changed', async () => {
    const { id, password, cookie } = await joined()
    await changes(cookie, password, good)
    const answer = await dashboard.call(renew, 'POST', `/api/desk/people/${id}/password`, {
      as: 'admin',
      params: { accountId: id },
    })
    const renewed = (await answer.json()) as { password: string }
    expect((await asks(cookie)).status).toBe(401)
    expect(await localSignIn(email, good, from())).toBeNull()
    expect((await (await asks(await signedIn(renewed.password))).json()).code).toBe('password_change_required')
  })

  it('has its role changed, and is disabled, on its very next request (F25)', async () => {
    const { id, password, cookie } = await joined('admin')
    await changes(cookie, password, good)
    const asAdmin = () => dashboard.call(people, 'GET', '/api/desk/people', { as: null, headers: { cookie } })
    expect((await asAdmin()).status).toBe(200)
    await about(id, { role: 'agent' })
    expect((await asAdmin()).status).toBe(403)
    await about(id, { disabled: true })
    expect((await asAdmin()).status).toBe(401)
    expect(await localSignIn(email, good, from())).toBeNull()
    await about(id, { disabled: false })
    expect((await asAdmin()).status).toBe(401)
    expect(await localSignIn(email, good, from())).not.toBeNull()
    const mine = (await noted()).filter((entry) => (entry as { account?: string }).account === id)
    expect(mine.map((entry) => (entry as { did?: string }).did)).toEqual([
      'added',
      'password changed',
      'role',
      'disabled',
      'enabled',
    ])
  })

  it('is added once for an e-mail, in any spelling', async () => {
    await joined()
    const body = { email: ` ${email.toUpperCase()} `, name: 'Ines Dahl', role: 'agent' }
    const answer = await dashboard.call(add, 'POST', '/api/desk/people', { as: 'admin', body })
    expect((await answer.json()).fields).toEqual([
      { field: 'email', title: 'An account with this e-mail address already exists' },
    ])
  })

  it.each(['agent', 'finance', 'manager'] as const)('is not for a person with the role %s to add or change', async (as) => {
    const body = { email, name: 'Ines Dahl', role: 'admin' }
    expect((await dashboard.call(add, 'POST', '/api/desk/people', { as, body })).status).toBe(403)
    const { accountId } = await dashboard.account(as)
    const answer = await dashboard.call(patch, 'PATCH', `/api/desk/people/${accountId}`, {
      as,
      params: { accountId },
      body: { role: 'admin' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('the last admin', () => {
  it.each([{ role: 'agent' }, { disabled: true }])('cannot be changed by %j', async (body) => {
    const { accountId } = await dashboard.account('admin')
    const store = await database()
    const others = store.selectFrom('accounts').select('id').where('role', '=', 'admin').where('id', '!=', accountId)
    await store.updateTable('accounts').set({ role: 'agent' }).where('id', 'in', others).execute()
    const answer = await about(accountId, body)
    expect([answer.status, (await answer.json()).code]).toEqual([409, 'last_admin'])
    expect((await dashboard.call(people, 'GET', '/api/desk/people', { as: 'admin' })).status).toBe(200)
  })
})

describe('somebody of the company’s sign-in', () => {
  it('can be disabled here, and given neither a role nor a password', async () => {
    const person = { issuer: 'https://corp.test', subject: `s${count}`, email, name: 'Ada Lund', role: 'agent' as const }
    const { accountId } = await companyPersonId(await database(), person)
    expect((await about(accountId, { role: 'admin' })).status).toBe(409)
    const password = await dashboard.call(renew, 'POST', '/x', { as: 'admin', params: { accountId } })
    expect(password.status).toBe(409)
    expect((await about(accountId, { disabled: true })).status).toBe(200)
    expect(await companyPersonId(await database(), person)).toEqual({ accountId, disabled: true })
  })
})

describe('sessions', () => {
  const list = async (cookie: string) => {
    const answer = await dashboard.call(sessions, 'GET', '/api/desk/account/sessions', { as: null, headers: { cookie } })
    return ((await answer.json()) as { sessions: Session[] }).sessions
  }
  const two = async () => {
    const { accountId, cookie } = await dashboard.addPerson('agent', email)
    const other = await startSession(await database(), accountId, new Date(), {
      address: '192.0.2.4',
      browser: 'Safari on iPhone',
    })
    return { accountId, cookie, other, otherCookie: await cookieOf(other) }
  }

  it('are listed to their owner, with where each was started', async () => {
    const { cookie, other } = await two()
    const listed = await list(cookie)
    expect(listed).toHaveLength(2)
    expect(listed.find(({ id }) => id === other)).toMatchObject({
      address: '192.0.2.4',
      browser: 'Safari on iPhone',
      isThis: false,
    })
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
  })

  it('are ended by their owner, one or all others', async () => {
    const { accountId, cookie, other, otherCookie } = await two()
    const headers = { cookie }
    const third = await cookieOf(await startSession(await database(), accountId))
    await dashboard.call(endOne, 'DELETE', `/api/desk/account/sessions/${other}`, {
      as: null,
      headers,
      params: { sessionId: other },
    })
    expect([(await asks(otherCookie)).status, (await asks(third)).status]).toEqual([401, 200])
    await dashboard.call(endOthers, 'DELETE', '/api/desk/account/sessions', { as: null, headers })
    expect([(await asks(third)).status, (await asks(cookie)).status]).toEqual([401, 200])
  })

  it('are ended once for an action id, also where it’s repeated after a new sign-in', async () => {
    const { accountId, cookie } = await two()
    const id = { 'x-action-id': randomUUID() }
    await dashboard.call(endOthers, 'DELETE', '/api/desk/account/sessions', { as: null, headers: { cookie, ...id } })
    const headers = { cookie: await cookieOf(await startSession(await database(), accountId)), ...id }
    const again = await dashboard.call(endOthers, 'DELETE', '/api/desk/account/sessions', { as: null, headers })
    expect([again.status, again.headers.get('x-replayed'), (await asks(cookie)).status]).toEqual([200, 'true', 200])
  })

  it('of somebody else are not ended by naming them', async () => {
    const { other, otherCookie } = await two()
    await dashboard.call(endOne, 'DELETE', `/api/desk/account/sessions/${other}`, { as: 'manager', params: { sessionId: other } })
    expect((await asks(otherCookie)).status).toBe(200)
  })

  it('of somebody else are ended by an admin, all at once (A09)', async () => {
    const { accountId, cookie, otherCookie } = await two()
    const answer = await dashboard.call(endAll, 'DELETE', '/x', { as: 'admin', params: { accountId } })
    expect(await answer.json()).toEqual({ ended: 2 })
    expect([(await asks(cookie)).status, (await asks(otherCookie)).status]).toEqual([401, 401])
    expect((await noted()).at(-1)).toMatchObject({ person: 'The admin', did: 'sessions ended', count: 2 })
  })
})
