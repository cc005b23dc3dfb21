import { describe, expect, it } from 'vitest'
import type { SignatureRequest } from '@/lib/core/problem'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { localSignIn } from '@/lib/people/server/local-sign-in'
import { Authenticator } from '@/lib/signatures/authenticator-for-tests'
import type { KeyHolder } from '@/lib/signatures/person-for-tests'
import { SigningDashboard } from '@/lib/signatures/signing-for-tests'
import { problemIn } from '@/lib/testing/endings'
import { dashboardOrigin } from '@/lib/testing/environment'
import { ofLongStanding } from './standing-for-tests'

const path = '/api/desk/account/passkeys'
const answered = async (answer: Response) => [answer.status, (await answer.json()).code]

describe.each(engines)('somebody who has lost their passkeys, on %s', { timeout: 30_000 }, (engine) => {
  const signing = new SigningDashboard(engine, { SIGNED_ACTS: 'renew-now' })
  const lift = (whose: KeyHolder) => `/api/desk/people/${whose.session.accountId}/passkeys`
  const keysOf = async (holder: KeyHolder) => (await holder.ask({ method: 'GET', path })).json()

  /** An admin of some weeks, or somebody who becomes one. */
  async function admin(role: 'admin' | 'manager' = 'admin'): Promise<KeyHolder> {
    const holder = await signing.person(role)
    await ofLongStanding(holder.session.accountId)
    return holder
  }
  const person = (whose: KeyHolder) => `/api/desk/people/${whose.session.accountId}`

  it('doesn’t get them lifted by one admin who is two people', async () => {
    const [ada, bo, eve] = [await admin(), await admin('manager'), await signing.person('agent')]
    const fresh = await signing.person('admin')
    const deciding = { path: `${lift(eve)}/decide`, body: { lift: true } }
    expect(await answered(await fresh.signed({ path: lift(eve), body: {} }))).toEqual([403, 'too_new'])
    await ada.signed({ path: lift(eve), body: {} })
    expect(await answered(await fresh.signed(deciding))).toEqual([403, 'too_new'])
    expect((await ada.ask({ method: 'PATCH', path: person(bo), body: { role: 'admin' } })).status).toBe(200)
    expect(await answered(await bo.signed(deciding))).toEqual([403, 'too_new'])
    expect((await keysOf(eve)).passkeys).toHaveLength(1)
  })

  it('doesn’t get them lifted for somebody who is no admin any more', async () => {
    const [ada, bo, eve] = [await admin(), await admin(), await signing.person('agent')]
    await ada.signed({ path: lift(eve), body: {} })
    await bo.ask({ method: 'PATCH', path: person(ada), body: { role: 'manager' } })
    expect(await answered(await bo.signed({ path: `${lift(eve)}/decide`, body: { lift: true } }))).toEqual([409, 'asker_gone'])
    expect((await bo.signed({ path: `${lift(eve)}/decide`, body: { lift: false } })).status).toBe(200)
  })

  it('gets them lifted by two admins who both sign, is told so, and adds a first one again', async () => {
    const [ada, bo, eve] = [await admin(), await admin(), await signing.person('agent')]
    expect(await answered(await ada.ask({ path: lift(eve), body: {} }))).toEqual([428, 'signature_required'])
    expect((await ada.signed({ path: lift(eve), body: {} })).status).toBe(200)
    expect(await answered(await bo.signed({ path: lift(eve), body: {} }))).toEqual([409, 'already_asked'])
    const deciding = { path: `${lift(eve)}/decide`, body: { lift: true } }
    expect(await answered(await ada.signed(deciding))).toEqual([403, 'own_request'])
    expect((await keysOf(eve)).passkeys).toHaveLength(1)
    expect((await bo.signed(deciding)).status).toBe(200)
    expect(await keysOf(eve)).toMatchObject({
      passkeys: [],
      adding: 'now',
      lifted: { by: [expect.any(String), expect.any(String)] },
    })
    expect(await answered(await bo.signed(deciding))).toEqual([409, 'decided'])
    const again = signing.holder(eve.session.cookie, eve.session.accountId)
    expect((await again.enrol()).status).toBe(200)
    expect((await keysOf(eve)).lifted).toBe(null)
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })

  it('isn’t one of the two, and an admin without a key can’t be, either', async () => {
    const [ada, bo] = [await admin(), await signing.person('admin', { hasKey: false })]
    expect(await answered(await ada.signed({ path: lift(ada), body: {} }))).toEqual([403, 'own_passkeys'])
    expect(await answered(await bo.ask({ path: lift(ada), body: {} }))).toEqual([403, 'passkey_needed'])
    expect(await answered(await ada.signed({ path: lift(bo), body: {} }))).toEqual([409, 'no_passkeys'])
  })

  it('keeps them where the second admin declines', async () => {
    const [ada, bo, eve] = [await admin(), await admin(), await signing.person('agent')]
    await ada.signed({ path: lift(eve), body: {} })
    expect((await bo.signed({ path: `${lift(eve)}/decide`, body: { lift: false } })).status).toBe(200)
    expect((await keysOf(eve)).passkeys).toHaveLength(1)
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })
})

describe.each(engines)('a passkey at sign-in, on %s', { timeout: 30_000 }, (engine) => {
  const signing = new SigningDashboard(engine, {})
  const from = { address: '198.51.100.7', browser: 'Firefox' }

  it('is asked for after the password once its owner wants that, and confirmed with it', async () => {
    const eve = await signing.person('agent')
    const store = await database()
    const { email } = await store
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', eve.session.accountId)
      .executeTakeFirstOrThrow()
    const signIn = (signature?: string, password = 'a long enough password') =>
      localSignIn(email, password, { ...from, ...(signature && { signature }) })
    expect(await signIn()).toEqual(expect.any(String))
    const turn = { method: 'PUT', path, body: { atSignIn: true } }
    expect(await answered(await eve.ask(turn))).toEqual([428, 'signature_required'])
    expect(await (await eve.signed(turn)).json()).toMatchObject({ atSignIn: true })

    expect(await signIn(undefined, 'a wrong password')).toBe(null)
    const wanted = async () => (await problemIn(signIn())).signature as SignatureRequest
    expect(await problemIn(signIn())).toMatchObject({ status: 428, code: 'passkey_required' })
    const header = eve.authenticator.header(await wanted())
    expect(await signIn(header, 'a wrong password')).toBe(null)
    expect(await signIn(header)).toEqual(expect.any(String))
    expect(await signIn(header)).toBe(null) // good once
    expect(await signIn(eve.authenticator.header(await wanted(), { verified: false }))).toBe(null)
    expect(await signIn(new Authenticator(dashboardOrigin).header(await wanted()))).toBe(null)
    const act = await eve.wanted({ ...turn, body: { atSignIn: false } })
    expect(await signIn(eve.authenticator.header(act))).toBe(null) // what signs an act opens no session
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })
})
