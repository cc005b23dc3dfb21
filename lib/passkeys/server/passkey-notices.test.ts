import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import type { NoticePage } from '@/lib/notices/notice'
import { deliverNotices } from '@/lib/notices/server/deliver'
import { newHook } from '@/lib/notices/server/hook-for-tests'
import { Receiver } from '@/lib/notices/server/receiver-for-tests'
import { Authenticator } from '@/lib/signatures/authenticator-for-tests'
import type { KeyHolder } from '@/lib/signatures/person-for-tests'
import { SigningDashboard } from '@/lib/signatures/signing-for-tests'
import { dashboardOrigin } from '@/lib/testing/environment'
import { ofLongStanding } from './standing-for-tests'

const path = '/api/desk/account/passkeys'

describe.each(engines)('whose passkeys change is notified, on %s,', { timeout: 30_000 }, (engine) => {
  const signing = new SigningDashboard(engine, { SIGNED_ACTS: 'renew-now' })
  const receiver = new Receiver()
  beforeAll(async () => {
    await receiver.start()
    process.env.HOOK_HOSTS = `127.0.0.1:${receiver.port}`
  })
  afterAll(() => {
    receiver.stop()
    process.env.HOOK_HOSTS = ''
  })

  const noticesOf = async (holder: KeyHolder): Promise<NoticePage['data']> =>
    ((await (await holder.ask({ method: 'GET', path: '/api/desk/notices' })).json()) as NoticePage).data
  const wordsTo = async (holder: KeyHolder) => (await noticesOf(holder)).map(({ words }) => words).toReversed()
  const keysOf = async (holder: KeyHolder) => (await (await holder.ask({ method: 'GET', path })).json()).passkeys
  const lift = (whose: KeyHolder) => `/api/desk/people/${whose.session.accountId}/passkeys`
  const addsAnother = (holder: KeyHolder) =>
    signing
      .holder(holder.session.cookie, holder.session.accountId, new Authenticator(dashboardOrigin))
      .enrol('Another', holder.authenticator)

  async function admin(): Promise<KeyHolder> {
    const holder = await signing.person('admin')
    await ofLongStanding(holder.session.accountId)
    return holder
  }

  it('of each key that is added or removed, and when sign-in asks for one or doesn’t any more', async () => {
    const eve = await signing.person('agent')
    expect(await noticesOf(eve)).toMatchObject([
      {
        kind: 'passkeys-changed',
        words: 'A passkey was added to your account',
        href: '/settings/account',
        isNew: true,
        desk: true,
        browser: true,
      },
    ])
    expect((await addsAnother(eve)).status).toBe(200)
    for (const atSignIn of [true, false]) expect((await eve.signed({ method: 'PUT', path, body: { atSignIn } })).status).toBe(200)
    const [key] = await keysOf(eve)
    expect((await eve.signed({ method: 'DELETE', path: `${path}/${key.id}` })).status).toBe(200)
    expect(await wordsTo(eve)).toEqual([
      'A passkey was added to your account',
      'A passkey was added to your account',
      'A passkey is now needed to sign in to your account',
      'A passkey is no longer needed to sign in to your account',
      'A passkey was removed from your account',
    ])
  })

  it('when an admin asks to remove all of them and another one does, as nobody else is', async () => {
    const [ada, bo, eve] = [await admin(), await admin(), await signing.person('agent')]
    const before = [await wordsTo(ada), await wordsTo(bo)]
    expect((await ada.signed({ path: lift(eve), body: {} })).status).toBe(200)
    expect(await noticesOf(eve)).toMatchObject([
      { words: 'An admin requested removing all passkeys from your account', isNew: true },
      { words: 'A passkey was added to your account' },
    ])
    expect((await bo.signed({ path: lift(eve), body: {} })).status).toBe(409)
    expect((await bo.signed({ path: `${lift(eve)}/decide`, body: { lift: true } })).status).toBe(200)
    expect(await keysOf(eve)).toEqual([])
    expect(await noticesOf(eve)).toMatchObject([
      { words: 'All passkeys were removed from your account', isNew: true },
      { words: 'An admin requested removing all passkeys from your account', isNew: false }, // it has been decided
      { words: 'A passkey was added to your account' },
    ])
    expect([await wordsTo(ada), await wordsTo(bo)]).toEqual(before)
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })

  it('when the second admin declines', async () => {
    const [ada, bo, eve] = [await admin(), await admin(), await signing.person('agent')]
    await ada.signed({ path: lift(eve), body: {} })
    await bo.signed({ path: `${lift(eve)}/decide`, body: { lift: false } })
    expect((await wordsTo(eve)).at(-1)).toBe('An admin declined removing the passkeys from your account')
    expect(await keysOf(eve)).toHaveLength(1)
  })

  it('in the same transaction: where the notice can’t be written, nothing is added or removed', async () => {
    const eve = await signing.person('agent')
    const store = await database()
    const [key] = await keysOf(eve)
    await sql`alter table notices rename to notices_away`.execute(store)
    const answers = [await addsAnother(eve), await eve.signed({ method: 'DELETE', path: `${path}/${key.id}` })]
    await sql`alter table notices_away rename to notices`.execute(store)
    expect(answers.map(({ ok }) => ok)).toEqual([false, false])
    expect(await keysOf(eve)).toMatchObject([{ id: key.id }])
    expect(await wordsTo(eve)).toEqual(['A passkey was added to your account'])
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })

  it('and so are hooks, which don’t learn whose they are', async () => {
    await newHook(receiver.url, { kinds: ['passkeys-changed'] })
    const eve = await signing.person('agent')
    await deliverNotices(new AbortController().signal, 2_000)
    const [body] = receiver.received.map(({ body }) => body)
    expect(JSON.parse(body ?? '')).toEqual({
      id: expect.any(String),
      kind: 'passkeys-changed',
      at: expect.any(String),
      account: 'Counterfoil',
      words: 'A passkey was added to somebody’s account',
      href: `${dashboardOrigin}/settings/account`,
    })
    expect(body).not.toMatch(new RegExp(`${eve.session.accountId}|A key|The agent|@`))
  })
})
