import { encode } from 'next-auth/jwt'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { type Company, company } from '@/lib/testing/company'
import { CompanyVisitor } from '@/lib/testing/company-visitor'
import { Dashboard } from '@/lib/testing/dashboard'
import { dashboardOrigin, secret } from '@/lib/testing/environment'
import { personOrAbsence } from './person'
import { createPerson, listPersonAccounts } from './person-accounts'

new Dashboard()

let count = 0
let corp: Company
let visitor: CompanyVisitor
const ada = { email: 'ada@corp.example.test', email_verified: true, name: 'Ada Lund', roles: ['desk-agents'] }
beforeEach(async () => {
  count += 1
  corp = await company()
  corp.says.claims = { sub: `ada ${count}` }
  corp.says.userinfo = { ...ada, sub: `ada ${count}` }
  visitor = new CompanyVisitor(corp, `203.0.113.${count}`)
})

const says = (claims: object) => Object.assign(corp.says.claims, claims)
const sessionCookie = '__Host-next-auth.session-token'
const whoIs = ({ cookies }: CompanyVisitor) =>
  personOrAbsence(new Headers({ cookie: `${sessionCookie}=${cookies.get(sessionCookie) ?? ''}` }))
const lastEntry = async () =>
  (await database())
    .selectFrom('journal')
    .select(['kind', 'operation', 'detail', 'person'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

describe('the company’s sign-in', () => {
  it('opens a session with the role of the claim, and goes where the person was going', async () => {
    const answer = await visitor.returns(await visitor.begins('/buyers/x?ticket=4711'))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${dashboardOrigin}/buyers/x?ticket=4711`])
    expect(await whoIs(visitor)).toMatchObject({ email: ada.email, name: 'Ada Lund', role: 'agent', issuer: corp.issuer })
  })

  it('asks with PKCE, a state and a nonce, and keeps what it checks them by in cookies of this very host', async () => {
    const begun = await visitor.begins()
    expect(Object.fromEntries(begun)).toMatchObject({
      client_id: 'desk',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${dashboardOrigin}/api/auth/callback/oidc`,
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    })
    expect([...visitor.cookies.keys()].every((name) => name.startsWith('__Host-'))).toBe(true)
  })

  it.each([
    ['a text', { roles: 'desk-managers' }, 'roles', 'manager'],
    ['a list, of which the first of the map counts', { roles: ['desk-agents', 'desk-managers'] }, 'roles', 'manager'],
    ['at the end of a path', { realm_access: { roles: ['desk-agents'] } }, 'realm_access.roles', 'agent'],
    ['under a name with dots', { 'https://x.test/roles': ['desk-agents'] }, 'https://x.test/roles', 'agent'],
  ])('takes the role from a claim that is %s', async (_, claims, claim, role) => {
    corp = await company({ OIDC_ROLE_CLAIM: claim })
    corp.says = Object.assign(corp.says, { claims: { sub: 'r' }, userinfo: { ...ada, roles: [], ...claims, sub: 'r' } })
    visitor = new CompanyVisitor(corp, `198.51.100.${count}`)
    await visitor.signsIn()
    expect(await whoIs(visitor)).toMatchObject({ role })
    process.env.OIDC_ROLE_CLAIM = ''
  })

  it('knows somebody again by issuer and subject, whatever their e-mail and role have become (A15)', async () => {
    await visitor.signsIn()
    const before = await whoIs(visitor)
    says({ email: 'ada.new@corp.example.test', roles: 'desk-managers' })
    await visitor.signsIn()
    const after = await whoIs(visitor)
    expect(after).toMatchObject({ email: 'ada.new@corp.example.test', role: 'manager' })
    expect((after as { accountId: string }).accountId).toBe((before as { accountId: string }).accountId)
    expect(await lastEntry()).toMatchObject({ kind: 'person', detail: expect.stringContaining('"before":"agent"') })
  })

  it('joins nothing to a local account that has the same e-mail', async () => {
    const email = `both${count}@corp.example.test`
    const local = await createPerson(await database(), { email, name: 'L', role: 'admin', password: 'a long enough password' })
    says({ email })
    await visitor.signsIn()
    const person = await whoIs(visitor)
    expect(person).toMatchObject({ email, role: 'agent' })
    expect((person as { accountId: string }).accountId).not.toBe(local)
  })

  it('tells two subjects of one e-mail apart', async () => {
    await visitor.signsIn()
    const other = new CompanyVisitor(corp, '198.51.100.77')
    const sub = `other ${count}`
    Object.assign(corp.says, { claims: { sub }, userinfo: { ...ada, sub } })
    await other.signsIn()
    const [one, two] = [await whoIs(visitor), await whoIs(other)]
    expect((one as { accountId: string }).accountId).not.toBe((two as { accountId: string }).accountId)
  })

  it('ends a session where the company has another issuer now, or none', async () => {
    await visitor.signsIn()
    await company()
    expect(await whoIs(visitor)).toBe('ended')
  })

  it('signed out of goes on to the company’s own end, with the session over here', async () => {
    await visitor.signsIn()
    const cookie = visitor.cookies.get(sessionCookie)
    const { csrfToken } = (await (await visitor.asks('csrf')).json()) as { csrfToken: string }
    const answer = await visitor.asks('signout', new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/sign-in' }))
    const { url } = (await answer.json()) as { url: string }
    expect(url).toBe(
      `${corp.issuer}/end?client_id=desk&post_logout_redirect_uri=${encodeURIComponent(`${dashboardOrigin}/sign-in`)}`,
    )
    expect(await personOrAbsence(new Headers({ cookie: `${sessionCookie}=${cookie}` }))).toBe('ended')
  })
})

describe('a return that is not what was asked for opens no session, and is in the journal (A14)', () => {
  const begun = () => visitor.begins()
  const withClaims = (claims: object) => {
    says(claims)
    return visitor.signsIn()
  }
  const withLie = (lie: Partial<Company['says']>) => {
    Object.assign(corp.says, lie)
    return visitor.signsIn()
  }
  const check = (name: string) => `__Host-next-auth.${name}`

  it.each<[string, string, () => Promise<Response>]>([
    ['a wrong state', 'state', async () => visitor.returns(await begun(), { state: 'another' })],
    ['no state', 'state', async () => visitor.returns(await begun(), { state: '' })],
    ['a wrong nonce', 'nonce', () => withClaims({ nonce: 'another' })],
    ['a wrong issuer', 'issuer', () => withClaims({ iss: 'https://elsewhere.test' })],
    ['a wrong issuer beside the code', 'issuer', async () => visitor.returns(await begun(), { iss: 'https://elsewhere.test' })],
    ['a configuration of another issuer', 'issuer', () => withLie({ issuer: 'https://elsewhere.test' })],
    ['a wrong audience', 'audience', () => withClaims({ aud: 'another' })],
    ['a token that is over', 'time', () => withClaims({ exp: 1, iat: 1 })],
    ['a token that nobody signed', 'signature', () => withLie({ algorithm: 'none' })],
    ['a token that somebody else signed', 'signature', () => withLie({ signedByAnother: true })],
    ['userinfo of somebody else', 'token of somebody else', () => withLie({ userinfo: { ...ada, sub: 'eve' } })],
    [
      'no cookie of PKCE',
      'pkce',
      async () => {
        const asked = await begun()
        visitor.cookies.delete(check('pkce.code_verifier'))
        return visitor.returns(asked)
      },
    ],
    [
      'a check cookie of another provider',
      'check of another provider',
      async () => {
        const asked = await begun()
        const token = { value: asked.get('state'), provider: 'another' }
        visitor.cookies.set(check('state'), await encode({ token, secret, salt: check('state') }))
        return visitor.returns(asked)
      },
    ],
    ['the company’s own no', 'declined at the company', async () => visitor.returns(await begun(), { error: 'access_denied' })],
  ])('%s', async (_, reason, comes) => {
    const answer = await comes()
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sign-in?callbackUrl=%2F&error=company'])
    expect(visitor.cookies.has(sessionCookie)).toBe(false)
    const entry = await lastEntry()
    expect(entry).toMatchObject({ kind: 'sign-in-refused', person: 'Unknown' })
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ reason, address: `203.0.113.${count}`, browser: 'Firefox on Linux' })
  })

  it('a code that was used before', async () => {
    const asked = await visitor.begins()
    const thief = new CompanyVisitor(corp, '198.51.100.9')
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value)
    const code = corp.code(asked)
    await visitor.returns(asked, { code })
    expect(await whoIs(visitor)).toMatchObject({ role: 'agent' })
    await thief.returns(asked, { code })
    expect(thief.cookies.has(sessionCookie)).toBe(false)
    expect(await lastEntry()).toMatchObject({ kind: 'sign-in-refused', detail: expect.stringContaining('"reason":"code"') })
  })

  it('by the hundred fills no journal: the address has to wait', async () => {
    const ends: (string | null)[] = []
    for (let tries = 0; tries < 25; tries += 1)
      ends.push((await visitor.asks('callback/oidc?code=x&state=y')).headers.get('location'))
    expect(ends.map((end) => end?.split('error=')[1])).toEqual([...Array(20).fill('company'), ...Array(5).fill('patience')])
    const entries = (await database()).selectFrom('journal').select('seq').where('detail', 'like', `%203.0.113.${count}"%`)
    expect(await entries.execute()).toHaveLength(20)
  })
})

describe('whom the company vouches for only in part stays out (A15)', () => {
  it.each([
    ['an e-mail that is not verified', { email_verified: false }, 'email', 'email_verified'],
    ['an e-mail of which nothing is said', { email_verified: undefined }, 'email', 'email_verified'],
    ['an e-mail that is verified in words', { email_verified: 'yes' }, 'email', 'email_verified'],
    ['no e-mail', { email: undefined }, 'email', 'email'],
    ['a full-width sign', { email: 'admin＠corp.example.test' }, 'email', 'email'],
    ['a second sign', { email: 'admin@corp.example.test@evil.test' }, 'email', 'email'],
    ['a domain of look-alike letters', { email: 'admin@cоrp.example.test' }, 'email', 'email'],
    ['no role', { roles: undefined }, 'role', 'role'],
    ['a role that is not mapped', { roles: ['somebody', 'constructor'] }, 'role', 'role'],
    ['a role that is no text', { roles: { 'desk-agents': true } }, 'role', 'role'],
  ])('%s', async (_, claims, code, reason) => {
    Object.assign(corp.says.userinfo, claims)
    const answer = await visitor.signsIn()
    expect(answer.headers.get('location')).toBe(`/sign-in?callbackUrl=%2F&error=${code}`)
    expect(visitor.cookies.has(sessionCookie)).toBe(false)
    expect(await lastEntry()).toMatchObject({ kind: 'sign-in-refused', detail: expect.stringContaining(`"reason":"${reason}"`) })
  })

  it('somebody disabled here', async () => {
    await visitor.signsIn()
    const { accountId } = (await whoIs(visitor)) as { accountId: string }
    const store = await database()
    await store.updateTable('accounts').set({ disabled_at: new Date().toISOString() }).where('id', '=', accountId).execute()
    expect(await whoIs(visitor)).toBe('ended')
    expect((await visitor.signsIn()).headers.get('location')).toBe('/sign-in?callbackUrl=%2F&error=disabled')
    expect(await lastEntry()).toMatchObject({ kind: 'sign-in-refused', person: 'Ada Lund' })
  })

  it('somebody whose role was taken away, in every session they have', async () => {
    await visitor.signsIn()
    corp.says.userinfo.roles = []
    const again = new CompanyVisitor(corp, '198.51.100.55')
    expect((await again.signsIn()).headers.get('location')).toBe('/sign-in?callbackUrl=%2F&error=role')
    expect(await whoIs(visitor)).toBe('ended')
  })
})

it('the list of people tells who signs in with what', async () => {
  await visitor.signsIn()
  const people = await listPersonAccounts(await database())
  expect(people.find(({ signsInWith, name }) => signsInWith === 'company' && name === 'Ada Lund')).toBeDefined()
  expect(JSON.stringify(people)).not.toContain('company:')
})
