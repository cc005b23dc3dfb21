import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { Authenticator } from '@/lib/signatures/authenticator-for-tests'
import { type Asked, KeyHolder } from '@/lib/signatures/person-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { dashboardOrigin } from '@/lib/testing/environment'
import { overHttp } from '@/lib/testing/over-http'

const path = '/api/desk/account/passkeys'

describe.each(engines)('passkeys on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  let place: Awaited<ReturnType<typeof overHttp>>
  beforeAll(async () => {
    place = await overHttp()
  })
  afterAll(() => place.close())

  let people = 0
  async function somebody(algorithm?: ConstructorParameters<typeof Authenticator>[1]) {
    const { cookie, accountId } = await dashboard.addPerson('agent', `${people++}@keys.example.test`)
    const holder = new KeyHolder(() => place.address, { cookie, accountId }, new Authenticator(dashboardOrigin, algorithm))
    const withKey = (authenticator: Authenticator) => new KeyHolder(() => place.address, { cookie, accountId }, authenticator)
    return { holder, withKey, accountId }
  }
  const listed = async (holder: KeyHolder) => (await holder.ask({ method: 'GET', path })).json()
  const isWhole = async () => expect(await verify(await database(), process.env.DATA_DIR ?? '')).toMatchObject({ whole: true })

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('are added by who has just signed in: %s', async (algorithm) => {
    const { holder, accountId } = await somebody(algorithm)
    expect(await listed(holder)).toMatchObject({ passkeys: [], adding: 'now' })
    const added = await holder.enrol('Blue key')
    expect([added.status, await added.json()]).toEqual([
      200,
      expect.objectContaining({ adding: 'confirm', passkeys: [expect.objectContaining({ name: 'Blue key', synced: false })] }),
    ])
    const store = await database()
    const entry = await store.selectFrom('journal').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ kind: 'passkey-added', detail: expect.stringContaining('"publicKey":"') })
    await isWhole()
  })

  it('are added unconfirmed once, whoever asks at the same moment', async () => {
    const { holder, withKey } = await somebody()
    const other = withKey(new Authenticator(dashboardOrigin))
    const answers = await Promise.all([holder.enrol('One'), other.enrol('Two')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await listed(holder)).passkeys).toHaveLength(1)
  })

  it('can’t be finished by a session that was open when the earlier ones went', async () => {
    const { holder, withKey, accountId } = await somebody()
    expect((await holder.enrol()).status).toBe(200)
    const store = await database()
    const begun = await (await holder.ask({ path, body: { name: 'Second' } })).json()
    const [{ id }] = (await listed(holder)).passkeys
    expect((await holder.signed({ method: 'DELETE', path: `${path}/${id}` })).status).toBe(200)
    const other = withKey(new Authenticator(dashboardOrigin))
    const finish = async () =>
      holder.ask({ path, body: { name: 'Second', id: begun.id, credential: other.authenticator.create(begun.options) } })
    expect((await finish()).status).toBe(422) // it went with the key
    const created_at = new Date(Date.now() - 3_600_000).toISOString()
    await store.updateTable('sessions').set({ created_at }).where('account_id', '=', accountId).execute()
    const late = await finish()
    expect([late.status, (await late.json()).code]).toEqual([403, 'sign_in_again'])
    expect((await listed(holder)).passkeys).toEqual([])
    await isWhole()
  })

  it('need a sign-in of the last five minutes for the first, and an earlier key for the others', async () => {
    const { holder, withKey, accountId } = await somebody()
    const store = await database()
    const startedAt = (ago: number) =>
      store
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - ago).toISOString() })
        .where('account_id', '=', accountId)
        .execute()
    await startedAt(301_000)
    const late = await holder.enrol()
    expect([late.status, (await late.json()).code]).toEqual([403, 'sign_in_again'])
    await startedAt(0)
    expect((await holder.enrol()).status).toBe(200)
    const second = withKey(new Authenticator(dashboardOrigin))
    const unconfirmed = await second.enrol()
    expect([unconfirmed.status, (await unconfirmed.json()).code]).toEqual([428, 'signature_required'])
    await startedAt(301_000) // the earlier key is enough
    expect((await second.enrol('Second', holder.authenticator)).status).toBe(200)
    expect((await listed(holder)).passkeys).toHaveLength(2)
    await isWhole()
  })

  it.each([
    ['made for another origin', { origin: 'https://other.example.test' }],
    ['made for another host', { host: 'other.example.test' }],
    ['made without verifying the person', { verified: false }],
    ['made for another challenge', { challenge: 'AAAA' }],
  ])('%s are refused', async (_, dishonest) => {
    const { holder } = await somebody()
    const answer = await holder.enrol('Key', undefined, dishonest)
    expect([answer.status, (await answer.json()).code]).toEqual([422, 'passkey_refused'])
    expect((await listed(holder)).passkeys).toEqual([])
  })

  it('are added by nobody for another, and none twice', async () => {
    const [ada, eve] = [await somebody(), await somebody()]
    const { id, options } = await (await ada.holder.ask({ path, body: { name: 'Key' } })).json()
    const body = { name: 'Key', id, credential: eve.holder.authenticator.create(options) }
    expect((await eve.holder.ask({ path, body })).status).toBe(422)
    expect((await ada.holder.ask({ path, body })).status).toBe(200)
    const again = await eve.withKey(eve.holder.authenticator).enrol()
    expect([again.status, (await again.json()).code]).toEqual([409, 'passkey_known'])
  })

  it('are removed with a signature of one of them, and ten are the most', async () => {
    const { holder, withKey } = await somebody()
    await holder.enrol()
    for (let more = 1; more < 10; more++) await withKey(new Authenticator(dashboardOrigin)).enrol(`${more}`, holder.authenticator)
    const full = await withKey(new Authenticator(dashboardOrigin)).enrol()
    expect([full.status, (await full.json()).code]).toEqual([409, 'too_many'])
    const { passkeys } = await listed(holder)
    const removing = { method: 'DELETE', path: `${path}/${passkeys[1].id}` }
    expect((await holder.ask(removing)).status).toBe(428)
    const removed = await holder.signed(removing)
    expect([removed.status, (await removed.json()).passkeys.length]).toEqual([200, 9])
    expect((await holder.ask(removing)).status).toBe(404)
    await isWhole()
  })

  describe('under one id', () => {
    type Somebody = Awaited<ReturnType<typeof somebody>>
    /** A change, and another one of the same person's. */
    const added = async ({ holder }: Somebody): Promise<Asked[]> => {
      const { id, options } = await (await holder.ask({ path, body: { name: 'Key' } })).json()
      const body = { name: 'Key', id, credential: holder.authenticator.create(options) }
      return [body, { ...body, name: 'Other' }].map((each) => ({ path, body: each }))
    }
    const atSignIn = async ({ holder }: Somebody): Promise<Asked[]> => {
      await holder.enrol()
      return [true, false].map((on) => ({ method: 'PUT', path, body: { atSignIn: on } }))
    }
    const removed = async ({ holder, withKey }: Somebody): Promise<Asked[]> => {
      await holder.enrol()
      await withKey(new Authenticator(dashboardOrigin)).enrol('Second', holder.authenticator)
      const { passkeys } = (await listed(holder)) as { passkeys: { id: string }[] }
      return passkeys.map(({ id }) => ({ method: 'DELETE', path: `${path}/${id}` }))
    }
    const entries = async (kind: 'passkey-added' | 'person' | 'passkey-removed') =>
      (await (await database()).selectFrom('journal').select('seq').where('kind', '=', kind).execute()).length

    it.each([
      ['are added once', 'passkey-added', added],
      ['are asked for at sign-in once', 'person', atSignIn],
      ['are removed once', 'passkey-removed', removed],
    ] as const)('%s, and whoever asks for anything else gets a conflict', async (_, kind, asked) => {
      const [ada, eve] = [await somebody(), await somebody()]
      const [[change = { path }, another = { path }], [theirs = { path }]] = [await asked(ada), await asked(eve)]
      const same = { ...change, actionId: randomUUID() }
      const isSigned = kind !== 'passkey-added' // the first key of somebody who has just signed in
      const headers: Record<string, string> = isSigned
        ? { 'x-signature': ada.holder.authenticator.header(await ada.holder.wanted(same)) }
        : {}
      const before = await entries(kind)
      const both = await Promise.all([1, 2].map(() => ada.holder.ask({ ...same, headers })))
      const later = await ada.holder.ask(same)
      expect(both.filter((answer) => answer.headers.get('x-replayed') === 'true')).toHaveLength(1)
      expect([...both, later].map(({ status }) => status)).toEqual([200, 200, 200])
      expect(later.headers.get('x-replayed')).toBe('true')
      const [first, ...repeats] = await Promise.all([...both, later].map((answer) => answer.json()))
      expect(repeats).toEqual([first, first])
      const others = [
        ada.holder.ask({ ...same, ...another }),
        ...[theirs, change].map((each) => eve.holder.ask({ ...same, ...each })),
      ]
      for (const refused of await Promise.all(others))
        expect(await refused.json()).toMatchObject({ status: 409, code: 'action_id_used', fields: [] })
      expect(await entries(kind)).toBe(before + 1)
      await isWhole()
    })
  })

  it('that somebody changed in the database are named, and sign nothing', async () => {
    const { holder } = await somebody()
    await holder.enrol()
    const { passkeys } = await listed(holder)
    const store = await database()
    const eve = new Authenticator(dashboardOrigin)
    const own = await store.selectFrom('passkeys').selectAll().where('id', '=', passkeys[0].id).executeTakeFirstOrThrow()
    const other = await somebody()
    await new KeyHolder(() => place.address, other.holder.session, eve).enrol()
    const foreign = await store
      .selectFrom('passkeys')
      .selectAll()
      .where('account_id', '=', other.accountId)
      .executeTakeFirstOrThrow()
    await store.updateTable('passkeys').set({ public_key: foreign.public_key }).where('id', '=', own.id).execute()
    Object.defineProperty(eve, 'credential', { value: holder.authenticator.credential })
    const removing = { method: 'DELETE', path: `${path}/${own.id}` }
    const answer = await new KeyHolder(() => place.address, holder.session, eve).signed(removing)
    expect([answer.status, (await answer.json()).code]).toEqual([503, 'row_changed'])
    const verdict = await verify(store, process.env.DATA_DIR ?? '')
    expect(verdict).toMatchObject({ whole: false, why: expect.stringContaining(`passkeys ${own.id}: public_key`) })
    await store.updateTable('passkeys').set({ public_key: own.public_key }).where('id', '=', own.id).execute()
    await isWhole()
  })
})
