import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database, openDatabase } from '@/lib/database/open'
import { dataFolder } from '@/lib/journal/checkpoints'
import { verify } from '@/lib/journal/verify'
import { companySignIn } from '@/lib/people/server/company-sign-in'
import { changePerson } from '@/lib/people/server/people'
import { personOrAbsence } from '@/lib/people/server/person'
import { personOf } from '@/lib/people/server/sessions'
import { storageEnv } from '@/lib/platform/storage-env'
import { cookieOf } from '@/lib/testing/dashboard'
import { directoryAt } from './directory-for-tests'

describe.each(engines)('people of the company’s directory, on %s', (engine) => {
  const { dashboard, now: who, ask, user, added, patch } = directoryAt(engine)

  const account = async (id: string) =>
    (await database()).selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const entries = async (id: string) => {
    const rows = await (await database())
      .selectFrom('journal')
      .select('detail')
      .where('action_id', '=', id)
      .orderBy('seq')
      .execute()
    return rows.map(({ detail }) => JSON.parse(detail).did)
  }
  const signIn = (more: object = {}) =>
    companySignIn(
      { sub: `sub ${who.name}`, name: 'Ada Lund', email: `${who.name}@corp.example.test`, email_verified: true, ...more },
      { address: '192.0.2.1', browser: 'x' },
    )
  async function session(): Promise<() => Promise<unknown>> {
    const entered = await signIn()
    if (!('sessionId' in entered)) throw new Error(`Nobody came in: ${entered.refusal.reason}`)
    const headers = new Headers({ cookie: await cookieOf(entered.sessionId) })
    return async () => {
      const person = await personOrAbsence(headers)
      return typeof person === 'string' ? person : person.role
    }
  }

  it('are added, found, and come in by their subject with the role that the directory gives', async () => {
    const answer = await ask('POST', 'Users', { body: user() })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe('application/scim+json')
    expect(answer.headers.get('location')).toBe(answer.body.meta.location)
    expect(answer.body).toMatchObject({ userName: `${who.name}@corp.example.test`, active: true, externalId: `sub ${who.name}` })
    expect(answer.body.title).toBeUndefined()
    expect(await account(answer.body.id)).toMatchObject({
      name: 'Ada Lund',
      role: 'agent',
      shown_email: `${who.name}@corp.example.test`,
    })
    for (const filter of [`userName eq "${who.name.toUpperCase()}@corp.example.test"`, `externalId eq "sub ${who.name}"`]) {
      const found = await ask('GET', 'Users', { search: `?${new URLSearchParams({ filter })}` })
      expect([filter, found.body.totalResults, found.body.Resources[0].id]).toEqual([filter, 1, answer.body.id])
    }
    const now = await session()
    expect(await now()).toBe('agent')
    expect((await signIn({ sub: `another ${who.name}` })) as object).toHaveProperty('refusal') // the same e-mail alone is nobody
    expect(await entries(answer.body.id)).toEqual(['added'])
  })

  it.each([
    ['Okta', { op: 'replace', value: { active: false } }],
    ['Entra, with a path and a text', { op: 'Replace', path: 'active', value: 'False' }],
    ['Entra, without a path', { op: 'Replace', value: { active: 'False' } }],
    [
      'the whole name of the attribute',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
    ],
  ])('are let out on their next request by a PATCH as of %s, and in again', async (_, operation) => {
    const id = await added()
    const now = await session()
    expect(await now()).toBe('agent')
    expect(await patch(id, operation)).toMatchObject({ status: 200, body: { active: false } })
    expect(await now()).toBe('ended')
    expect(await signIn()).toMatchObject({ refusal: { code: 'disabled' } })
    await patch(id, operation)
    expect(await patch(id, { op: 'Add', path: 'active', value: 'True' })).toMatchObject({ body: { active: true } })
    expect(await (await session())()).toBe('agent')
    expect(await now()).toBe('ended')
    expect(await entries(id)).toEqual(['added', 'disabled', 'enabled'])
  })

  it('are let out on another copy within a second', async () => {
    const id = await added()
    const entered = await signIn()
    const sessionId = 'sessionId' in entered ? entered.sessionId : ''
    const other = await openDatabase(storageEnv())
    expect(await personOf(other, sessionId)).toMatchObject({ role: 'agent' })
    await patch(id, { op: 'replace', value: { active: false } })
    const since = performance.now()
    expect([await personOf(other, sessionId), performance.now() - since < 1_000]).toEqual(['ended', true])
    await other.destroy()
  })

  it('are let out by DELETE, not erased, and may be added again', async () => {
    const id = await added()
    const now = await session()
    expect(await ask('DELETE', 'Users', { id })).toMatchObject({ status: 204, body: null })
    expect([await now(), (await account(id)).name]).toEqual(['ended', 'Ada Lund'])
    expect((await ask('GET', 'Users', { id })).status).toBe(404)
    expect((await ask('DELETE', 'Users', { id })).status).toBe(404)
    expect(await added()).toBe(id)
    expect(await (await session())()).toBe('agent')
    expect(await entries(id)).toEqual(['added', 'removed', 'enabled'])
  })

  it('change their role by PATCH in the forms of Okta and Entra, and by PUT, and nobody enters without a role we know', async () => {
    const id = await added()
    const now = await session()
    const forms: [object, unknown][] = [
      [{ op: 'Replace', path: 'roles[primary eq "True"].value', value: 'desk-managers' }, 'manager'],
      [{ op: 'replace', value: { roles: ['desk-agents'] } }, 'agent'],
      [{ op: 'Add', path: 'roles', value: [{ value: '{"id":"1","value":"desk-managers","displayName":"M"}' }] }, 'manager'],
      [{ op: 'remove', path: 'roles[value eq "desk-managers"]' }, 'agent'],
    ]
    for (const [operation, role] of forms) {
      expect((await patch(id, operation)).status).toBe(200)
      expect([operation, await now()]).toEqual([operation, role])
    }
    expect(await ask('PUT', 'Users', { id, body: user({ roles: [{ value: 'cooks' }] }) })).toMatchObject({
      body: { active: true },
    })
    expect([await now(), await signIn({ roles: ['desk-admins'] })]).toMatchObject(['ended', { refusal: {} }])
    await expect(changePerson(await admin(), id, { disabled: false })).rejects.toMatchObject({
      problem: { code: 'company_directory' },
    })
    expect((await ask('PUT', 'Users', { id, body: user() })).status).toBe(200)
    expect(await (await session())()).toBe('agent')
  })

  const admin = async () => ({
    ...(await dashboard.account('admin')),
    sessionId: '',
    email: '',
    name: 'Admin',
    role: 'admin' as const,
  })

  it('stay out whom an admin has disabled here, until the directory itself lets them out and in', async () => {
    const id = await added()
    await changePerson(await admin(), id, { disabled: true })
    await ask('PUT', 'Users', { id, body: user({ displayName: 'Ada B' }) })
    expect([(await account(id)).disabled_at === null, (await account(id)).name]).toEqual([false, 'Ada B'])
    await patch(id, { op: 'replace', path: 'active', value: false })
    await patch(id, { op: 'replace', path: 'active', value: true })
    expect((await account(id)).disabled_at).toBeNull()
  })

  it('are never left without an admin', async () => {
    const store = await database()
    const others = await store
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .execute()
    const id = await added({ roles: ['desk-admins'] })
    const ids = others.map((each) => each.id)
    if (ids.length > 0) await store.updateTable('accounts').set({ disabled_at: 'x' }).where('id', 'in', ids).execute()
    const asked = [
      () => ask('DELETE', 'Users', { id }),
      () => patch(id, { op: 'Replace', path: 'active', value: 'False' }),
      () => ask('PUT', 'Users', { id, body: user({ roles: ['desk-agents'] }) }),
      () => ask('PUT', 'Users', { id, body: user({ roles: [] }) }),
    ]
    for (const each of asked)
      expect(await each()).toMatchObject({ status: 409, body: { status: '409', detail: expect.stringMatching(/last admin/) } })
    expect([(await account(id)).role, (await account(id)).disabled_at, await entries(id)]).toEqual(['admin', null, ['added']])
    if (ids.length > 0) await store.updateTable('accounts').set({ disabled_at: null }).where('id', 'in', ids).execute()
  })

  it('are never left without an admin by two requests at the same moment either', async () => {
    const one = await added({ roles: ['desk-admins'] })
    const other = await added({ userName: `other-${who.name}@corp.example.test`, externalId: 'other', roles: ['desk-admins'] })
    const store = await database()
    const rest = store.updateTable('accounts').where('role', '=', 'admin').where('id', 'not in', [one, other])
    await rest.where('disabled_at', 'is', null).set({ disabled_at: 'x' }).execute()
    const both = await Promise.all([one, other].map((id) => patch(id, { op: 'replace', path: 'active', value: false })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await rest.where('disabled_at', '=', 'x').set({ disabled_at: null }).execute()
  })

  it('write no entry where nothing changes, and what was written verifies', async () => {
    const id = await added()
    await ask('PUT', 'Users', { id, body: user() })
    await patch(id, { op: 'replace', path: 'title', value: 'Boss' }, { op: 'Add', path: 'urn:x:y:department', value: 'D' })
    expect(await entries(id)).toEqual(['added'])
    expect(await verify(await database(), dataFolder())).toMatchObject({ whole: true })
    await (await database()).updateTable('scim_people').set({ may_enter: 0 }).where('account_id', '=', id).execute()
    expect(await verify(await database(), dataFolder())).toMatchObject({
      whole: false,
      rows: [{ table: 'scim_people', field: 'may_enter' }],
    })
    await (await database()).updateTable('scim_people').set({ may_enter: 1 }).where('account_id', '=', id).execute()
  })

  it('come in pages, each once: 500 of them', async () => {
    for (let at = 0; at < 500; at += 1)
      await ask('POST', 'Users', {
        body: user({ userName: `p${at}-${who.name}@corp.example.test`, externalId: `${who.name} ${at}` }),
      })
    const seen: string[] = []
    let total = 1
    for (let startIndex = 1; startIndex <= total; startIndex += 150) {
      const { body } = await ask('GET', 'Users', { search: `?startIndex=${startIndex}&count=150` })
      total = body.totalResults
      expect(body.itemsPerPage).toBe(body.Resources.length)
      seen.push(...body.Resources.map(({ id }: { id: string }) => id))
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
    expect(total).toBeGreaterThanOrEqual(500)
    expect((await ask('GET', 'Users', { search: '?count=0' })).body).toMatchObject({ totalResults: total, Resources: [] })
  }, 120_000)

  it('are described to who asks for it', async () => {
    expect((await ask('GET', 'ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    })
    expect((await ask('GET', 'Schemas')).body.Resources[0].id).toBe('urn:ietf:params:scim:schemas:core:2.0:User')
    expect((await ask('GET', 'ResourceTypes')).body.Resources[0]).toMatchObject({ endpoint: '/Users' })
  })

  it('have no address where there is no token', async () => {
    dashboard.start({ SCIM_TOKEN: '' })
    expect(await ask('GET', 'Users')).toMatchObject({ status: 404, body: { code: 'no_such_address' } })
    dashboard.start()
  })
})
