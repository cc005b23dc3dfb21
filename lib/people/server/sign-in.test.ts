import { verify } from '@node-rs/argon2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '@/lib/database/open'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { cookieOf, Dashboard } from '@/lib/testing/dashboard'
import { problemIn } from '@/lib/testing/endings'
import { dashboardOrigin } from '@/lib/testing/environment'
import { changeLocalPerson } from './apply-person-change'
import { companyKey, companyPersonId } from './company-person'
import { localSignIn } from './local-sign-in'
import { nextAuthOptions } from './next-auth-options'
import { personOrAbsence } from './person'
import { createPerson } from './person-accounts'
import { personOf } from './sessions'
import { signInHandler } from './sign-in-handler'
import { recordFailure, secondsToWait } from './throttle'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

new Dashboard()

let count = 0
let who: { email: string; address: string }
beforeEach(() => {
  count += 1
  who = { email: `p${count}@example.test`, address: `203.0.113.${count}` }
})

const joins = async (password: string) => createPerson(await database(), { email: who.email, name: 'P', role: 'agent', password })
const signsIn = (password: string, email = who.email) =>
  localSignIn(email, password, { address: who.address, browser: 'Firefox on Linux' })

describe('a password (A17)', () => {
  it.each([
    ['of 64 characters', 'p'.repeat(64)],
    ['of 128 characters', 'p'.repeat(128)],
    ['of 128 emoji', '🔑'.repeat(128)],
    ['with a space at its end', 'a long enough password '],
    ['with a NUL inside', 'a long enough\u0000password'],
  ])('%s opens a session of its account, and only to the letter', async (_, password) => {
    const accountId = await joins(password)
    const signedIn = await signsIn(password, ` ${who.email.toUpperCase()} `)
    expect(await personOf(await database(), signedIn ?? '')).toMatchObject({ accountId, role: 'agent' })
    expect(await signsIn(`${password} `)).toBeNull()
    expect(await signsIn(password.slice(0, -1))).toBeNull()
  })

  it('of more than 128 characters is not even compared', async () => {
    const password = 'p'.repeat(129)
    await joins(password)
    expect(await signsIn(password)).toBeNull()
  })
})

describe('who cannot sign in is told nothing of why', () => {
  it.each([
    ['a wrong password', async () => signsIn('another long password')],
    ['an unknown e-mail', async () => signsIn('a long enough password', 'nobody@example.test')],
    ['no password', async () => signsIn('')],
    ['no e-mail', async () => signsIn('a long enough password', '')],
  ])('%s', async (_, tries) => {
    await joins('a long enough password')
    expect(await tries()).toBeNull()
  })

  it('a disabled account', async () => {
    await joins('a long enough password')
    await changeLocalPerson(await database(), who.email, { disabled: true })
    expect(await signsIn('a long enough password')).toBeNull()
  })
})

it('an unknown e-mail, a disabled account and one of the company cost the same hash as a known one (A16)', async () => {
  const store = await database()
  await joins('a long enough password')
  const disabled = `disabled.${who.email}`
  await createPerson(store, { email: disabled, name: 'P', role: 'agent', password: 'a long enough password' })
  await changeLocalPerson(store, disabled, { disabled: true })
  const person = { issuer: 'https://corp.test', subject: who.email, email: `c.${who.email}`, name: 'P', role: 'agent' as const }
  await companyPersonId(store, person)
  const emails = [who.email, 'nobody@example.test', disabled, person.email, companyKey(person.issuer, person.subject)]
  vi.mocked(verify).mockClear()
  for (const email of emails) expect(await signsIn('a wrong long password', email)).toBeNull()
  const hashes = vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4))
  expect(hashes).toEqual(Array(5).fill(hashes[0])) // the same parameters, so the same work
})

describe('local accounts that are turned off', () => {
  const off = { LOCAL_ACCOUNTS: 'off', OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'x' }
  it('let nobody in, and end the sessions there are', async () => {
    await joins('a long enough password')
    const cookie = await cookieOf((await signsIn('a long enough password')) ?? '')
    expect(await personOrAbsence(new Headers({ cookie }))).toMatchObject({ email: who.email })
    Object.assign(process.env, off)
    forgetSingletons('env')
    expect(nextAuthOptions().providers.map(({ id }) => id)).toEqual(['oidc'])
    expect(await personOrAbsence(new Headers({ cookie }))).toBe('ended')
    for (const name of Object.keys(off)) process.env[name] = ''
    forgetSingletons('env')
  })
})

describe('wrong passwords', () => {
  it('are counted for the account and for the address', async () => {
    await joins('a long enough password')
    for (let tries = 0; tries < 5; tries += 1) await signsIn('a wrong long password')
    expect(await secondsToWait(await database(), { ...who, address: '192.0.2.1' })).toBe(1)
    expect(await secondsToWait(await database(), { ...who, email: 'somebody-else@example.test' })).toBeNull()
  })

  it('are waited for by the right one too, whatever form it comes in', async () => {
    await joins('a long enough password')
    for (let tries = 0; tries < 8; tries += 1) await recordFailure(await database(), { ...who, address: '192.0.2.8' })
    expect(await problemIn(signsIn('a long enough password'))).toMatchObject({ status: 429, code: 'throttled', retryAfter: 8 })
  })

  it('on one account leave a right one elsewhere alone', async () => {
    const store = await database()
    for (let tries = 0; tries < 12; tries += 1) await recordFailure(store, { email: 'victim@example.test', address: '192.0.2.7' })
    await joins('a long enough password')
    expect(await signsIn('a long enough password')).toEqual(expect.any(String))
    expect(await secondsToWait(store, who)).toBeNull()
  })
})

describe('the sign-in form', () => {
  const posts = (body: string, nextauth = ['callback', 'credentials']) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-counterfoil-peer': who.address }
    return signInHandler(new Request(`${dashboardOrigin}/api/auth/${nextauth.join('/')}`, { method: 'POST', body, headers }), {
      params: Promise.resolve({ nextauth }),
    })
  }
  const form = (...fields: [string, string][]) => new URLSearchParams(fields).toString()

  it('is not taken from another site, whatever token it brings', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
    const request = new Request(`${dashboardOrigin}/api/auth/callback/credentials`, { method: 'POST', body: 'email=a', headers })
    const answer = await signInHandler(request, { params: Promise.resolve({ nextauth: ['callback', 'credentials'] }) })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'foreign_origin'])
  })

  it('is all that can be sent: nobody writes into the log', async () => {
    expect((await posts('level=error&code=x', ['_log'])).status).toBe(404)
  })

  it('of 1 MB is refused unread (A17)', async () => {
    const answer = await posts(`email=a%40example.test&password=${'p'.repeat(1_000_000)}`)
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'too_large'])
  })

  it.each([
    ['', () => form(['email', who.email.toUpperCase()]), undefined],
    [', nor by a longer address', () => form(['email', who.email]), ['callback', 'credentials', 'x']],
    [', nor by naming somebody else first', () => form(['email', 'x@example.test'], ['email', who.email]), undefined],
  ])(
    'after too many wrong passwords says how long to wait, which the right one does not shorten%s (A16)',
    async (_, fields, path) => {
      const store = await database()
      for (let tries = 0; tries < 8; tries += 1) await recordFailure(store, { ...who, address: '192.0.2.9' })
      const answer = await posts(`${fields()}&password=right`, path)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '8'])
      expect(await answer.json()).toMatchObject({
        code: 'throttled',
        retryAfter: 8,
        detail: 'Too many attempts. Try again in 8 seconds.',
      })
    },
  )
})

describe('after the sign-in nobody is sent away from the dashboard (A13)', () => {
  const lands = (url: string) => nextAuthOptions().callbacks?.redirect?.({ url, baseUrl: dashboardOrigin })
  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:1',
    `${dashboardOrigin}.evil.test/`,
    '%2F%2Fevil.test',
    '',
  ])('not to %j', async (url) => {
    const landed = new URL((await lands(url)) ?? '', dashboardOrigin)
    expect(landed.origin).toBe(dashboardOrigin)
  })
  it('but to the page that was asked for', async () =>
    expect(await lands('/buyers/x?ticket=4711')).toBe(`${dashboardOrigin}/buyers/x?ticket=4711`))
})
