import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { listTokens } from '@/lib/operations/queries'
import { buyerId, subscriptionId } from '@/lib/operations/testing/valid-bodies'
import { cookieOf, Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { routes } from '@/lib/testing/routes'
import { changeLocalPerson } from './apply-person-change'
import { endSession, startSession } from './sessions'

const dashboard = new Dashboard()

// What is open on purpose: sign-in itself, and what machines ask.
const open = new Set([
  '/api/auth/{nextauth}',
  '/api/events/{account}/{secret}', // the service’s own, with a secret in its address
  '/api/mcp', // machines, with tokens of their own
  '/api/desk/panel/{code}', // a help desk, by its signature
  '/api/desk/panel-facts', // a page that a help desk opened, by its key
  '/api/scim/v2/Users', // the company's directory, with SCIM_TOKEN
  '/api/scim/v2/Users/{userId}',
  '/api/scim/v2/ServiceProviderConfig',
  '/api/scim/v2/Schemas',
  '/api/scim/v2/ResourceTypes',
  '/api/desk/health/live',
  '/api/desk/health/ready',
  '/api/desk/metrics',
  '/api/desk/method-not-allowed', // holds nothing
  '/api/desk/stopping', // nor does this
  '/api/{address}', // nor does this
])
const guarded = (await routes()).filter(({ path }) => !open.has(path))
const params = { buyerId, subscriptionId, email: 'a@example.test' }

describe('nobody gets in without a session (A01, A02, A03)', () => {
  it.each(guarded.map(({ method, path, handler }) => ({ method, path, handler })))(
    '$method $path',
    async ({ method, path, handler }) => {
      const service = await listener(json(200, { data: [] }))
      dashboard.serviceAt(service.url)
      const tricks: Record<string, string>[] = [
        {},
        { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
        { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
        { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
        { authorization: 'Bearer x', 'x-forwarded-for': '127.0.0.1' },
      ]
      for (const headers of tricks) {
        const answer = await dashboard.call(handler, method, path, {
          as: null,
          params,
          headers,
          ...(method === 'GET' ? {} : { body: {} }),
        })
        expect(answer.status).toBe(401)
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        expect(await answer.json()).toMatchObject({ kind: 'signedOut', detail: 'Sign in first.' })
      }
      expect(service.received).toEqual([])
    },
  )
})

describe('a cookie that is not of a session of ours lets nobody in (A08)', () => {
  const flipped = (cookie: string) => {
    const at = cookie.length - 10
    return cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1)
  }
  const unsigned = (sid: string) =>
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sid })).toString('base64url')}.`
  const session = async () => startSession(await database(), (await dashboard.account('agent')).accountId)
  const value = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
  const name = '__Host-next-auth.session-token'

  it.each([
    ['with a byte flipped', async () => flipped(await dashboard.cookie('agent'))],
    ['sealed with another secret', async () => cookieOf(await session(), { secret: 'another-secret-of-the-tests-long-enough' })],
    ['past its own time', async () => cookieOf(await session(), { maxAge: -60 })],
    ['without a signature', async () => `${name}=${unsigned(await session())}`],
    ['that is the bare id of a session', async () => `${name}=${await session()}`],
    ['of no session there is', async () => cookieOf(randomUUID())],
    ['of a session that is no text', async () => cookieOf(['x'] as never)],
    ['under another name', async () => `next-auth.session-token=${value(await dashboard.cookie('agent'))}`],
    ['given twice', async () => `${await dashboard.cookie('agent')}; ${await dashboard.cookie('agent')}`],
    ['given twice, once empty', async () => `${name}=; ${await dashboard.cookie('agent')}`],
    ['that is empty', async () => `${name}=`],
  ])('%s', async (_, cookie) => {
    const answer = await dashboard.ask(listTokens, { params, as: null, headers: { cookie: await cookie() } })
    expect([answer.status, (await answer.json()).kind]).toEqual([401, 'signedOut'])
  })

  it('but one among others of the site does', async () => {
    dashboard.serviceAt((await listener(json(200, { data: [] }))).url)
    const answer = await dashboard.ask(listTokens, {
      params,
      as: null,
      headers: { cookie: `theme=dark; ${await dashboard.cookie('agent')};merchant=x` },
    })
    expect(answer.status).toBe(200)
  })
})

describe('a session ends at once (A09, F25)', () => {
  it('when it is signed out', async () => {
    const store = await database()
    const sid = await startSession(store, (await dashboard.account('agent')).accountId)
    await endSession(store, sid)
    const answer = await dashboard.ask(listTokens, { params, as: null, headers: { cookie: await cookieOf(sid) } })
    expect(await answer.json()).toMatchObject({ status: 401, code: 'session_ended' })
  })

  it('when its account is disabled, and not when another is', async () => {
    dashboard.serviceAt((await listener(json(200, { data: [] }))).url)
    const leaver = await dashboard.addPerson('agent', 'leaver@desk.example.test')
    await changeLocalPerson(await database(), 'Leaver@desk.example.test', { disabled: true })
    const asLeaver = await dashboard.ask(listTokens, { params, as: null, headers: { cookie: leaver.cookie } })
    expect([asLeaver.status, (await dashboard.ask(listTokens, { params })).status]).toEqual([401, 200])
  })
})
