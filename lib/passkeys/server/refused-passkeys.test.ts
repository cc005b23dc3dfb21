import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SignatureRequest } from '@/lib/core/problem'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { localSignIn } from '@/lib/people/server/local-sign-in'
import { Authenticator } from '@/lib/signatures/authenticator-for-tests'
import type { KeyHolder } from '@/lib/signatures/person-for-tests'
import { SigningDashboard } from '@/lib/signatures/signing-for-tests'
import { problemIn } from '@/lib/testing/endings'
import { dashboardOrigin } from '@/lib/testing/environment'

const path = '/api/desk/account/passkeys'
const password = 'a long enough password'

describe.each(engines)('a passkey that isn’t accepted, on %s,', { timeout: 30_000 }, (engine) => {
  const signing = new SigningDashboard(engine, {})
  /** As if the time to wait had passed for everybody. */
  const forgetFailures = async () => void (await (await database()).deleteFrom('throttles').execute())
  afterEach(async () => {
    vi.useRealTimers()
    await forgetFailures()
  })
  /** However slow the machine is, no time to wait passes. */
  const stopClock = () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })

  /** What the journal says of refused passkeys of somebody, oldest first. */
  async function refusalsOf({ session }: KeyHolder, kind: 'sign-in-refused' | 'passkey-refused') {
    const entries = (await signing.entries(kind)).filter(({ account_id }) => account_id === session.accountId)
    return entries.toReversed().map(({ person, detail }) => ({ person, ...JSON.parse(detail) }))
  }

  async function askedAtSignIn() {
    const eve = await signing.person('agent')
    await eve.signed({ method: 'PUT', path, body: { atSignIn: true } })
    const accounts = (await database()).selectFrom('accounts').select('email').where('id', '=', eve.session.accountId)
    const { email } = await accounts.executeTakeFirstOrThrow()
    const signIn = (signature?: string, typed = password) =>
      localSignIn(email, typed, { address: '198.51.100.7', browser: 'Firefox on Linux', ...(signature && { signature }) })
    const wanted = async () => (await problemIn(signIn())).signature as SignatureRequest
    return { eve, signIn, wanted }
  }

  it('is an entry where somebody signs in with the right password, with why and from where', async () => {
    const { eve, signIn, wanted } = await askedAtSignIn()
    const stranger = new Authenticator(dashboardOrigin)
    const good = eve.authenticator.header(await wanted())
    expect(await signIn(good)).toEqual(expect.any(String))
    const counts = eve.authenticator.header(await wanted(), { counter: 5 })
    const tries = [
      good,
      'no signature',
      stranger.header(await wanted()),
      eve.authenticator.header(await wanted(), { verified: false }),
      eve.authenticator.header(await wanted(), { origin: 'https://other.example.test' }),
    ]
    for (const signature of tries) {
      expect(await signIn(signature)).toBe(null)
      await forgetFailures()
    }
    expect(await signIn(counts)).toEqual(expect.any(String))
    expect(await signIn(eve.authenticator.header(await wanted(), { counter: 4 }))).toBe(null)
    const from = { reason: 'passkey', address: '198.51.100.7', browser: 'Firefox on Linux', person: 'The agent' }
    const why = ['used or over', 'unreadable', 'key', 'verification', 'origin', 'counter']
    expect(await refusalsOf(eve, 'sign-in-refused')).toEqual(why.map((passkey) => ({ ...from, passkey })))
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })

  it('is none where the password is wrong, and being asked for one is none either', async () => {
    const { eve, signIn, wanted } = await askedAtSignIn()
    const header = new Authenticator(dashboardOrigin).header(await wanted())
    for (let tries = 0; tries < 5; tries += 1) expect(await signIn(header, 'a wrong password')).toBe(null)
    expect(await refusalsOf(eve, 'sign-in-refused')).toEqual([])
  })

  it('is waited for at sign-in as a wrong password is, also by many at once, so that nobody fills the journal', async () => {
    const { eve, signIn, wanted } = await askedAtSignIn()
    const header = new Authenticator(dashboardOrigin).header(await wanted())
    stopClock()
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(header)))
    const waiting = ends.filter((end) => end.status === 'rejected')
    for (const { reason } of waiting) expect(reason.problem).toMatchObject({ status: 429, code: 'throttled' })
    const refused = await refusalsOf(eve, 'sign-in-refused')
    expect(refused).toHaveLength(ends.length - waiting.length)
    expect(refused.length).toBeLessThanOrEqual(6) // five are free, and two are tried at once
    expect(await problemIn(signIn(header))).toMatchObject({ status: 429, code: 'throttled' })
  })

  it('is an entry where somebody adds it, with why and from where', async () => {
    const [eve, ada] = [await signing.person('agent', { hasKey: false }), await signing.person('agent')]
    for (const dishonest of [
      { origin: 'https://other.example.test' },
      { host: 'other.example.test' },
      { verified: false },
      { challenge: 'AAAA' },
    ])
      expect((await eve.enrol('Key', undefined, dishonest)).status).toBe(422)
    await forgetFailures()
    const own = await (await eve.ask({ path, body: { name: 'Key' } })).json()
    const another = await (await ada.ask({ path, body: { name: 'Key' } })).json()
    const finish = (id: string, credential: object = eve.authenticator.create(own.options)) =>
      eve.ask({ path, body: { name: 'Key', id, credential } })
    expect((await finish(another.id)).status).toBe(422)
    expect((await finish(own.id, { id: 'AAAA' })).status).toBe(422)
    expect((await finish(own.id, ada.authenticator.create(own.options))).status).toBe(409)
    await forgetFailures()
    expect((await finish(own.id)).status).toBe(200)
    const entries = await refusalsOf(eve, 'passkey-refused')
    expect(entries.map(({ reason }) => reason)).toEqual([
      ...['origin', 'host', 'verification', 'challenge', 'other person', 'unreadable', 'known'],
    ])
    expect(entries[0]).toEqual({ person: 'The agent', reason: 'origin', address: expect.any(String) })
    expect(JSON.stringify(entries)).not.toMatch(/credential|Key/)
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })

  it('is waited for by who adds it, also by many at once, and slows down nobody’s sign-in', async () => {
    const eve = await signing.person('agent', { hasKey: false })
    const { id, options } = await (await eve.ask({ path, body: { name: 'Key' } })).json()
    const credential = eve.authenticator.create(options, { verified: false })
    stopClock()
    const tries = Array.from({ length: 20 }, () => eve.ask({ path, body: { name: 'Key', id, credential } }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    const refused = statuses.filter((status) => status === 422).length
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - refused)
    expect(refused).toBeLessThanOrEqual(6)
    expect(await refusalsOf(eve, 'passkey-refused')).toHaveLength(refused)
    const { email } = await (await database())
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', eve.session.accountId)
      .executeTakeFirstOrThrow()
    expect(await localSignIn(email, password, { address: '198.51.100.8', browser: '' })).toEqual(expect.any(String))
  })
})
