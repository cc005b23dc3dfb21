import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listTokens } from '@/lib/operations'
import { buyerId, subscriptionId } from '@/lib/operations/testing/sound-bodies'
import { database } from '../database/open'
import { cookieOf, Desk } from '../testing/desk'
import { json, listener } from '../testing/listener'
import { routes } from '../testing/routes'
import { changeLocalAccount } from './change-account'
import { endSession, startSession } from './sessions'

const desk = new Desk()

// What is open on purpose: sign-in itself, and what machines ask.
const open = new Set([
  '/api/auth/{nextauth}',
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
      desk.serviceAt(service.url)
      const tricks: Record<string, string>[] = [
        {},
        { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
        { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
        { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
        { authorization: 'Bearer x', 'x-forwarded-for': '127.0.0.1' },
      ]
      for (const headers of tricks) {
        const answer = await desk.call(handler, method, path, {
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
  const session = async () => startSession(await database(), (await desk.account('agent')).accountId)
  const value = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
  const name = '__Host-next-auth.session-token'

  it.each([
    ['with a byte flipped', async () => flipped(await desk.cookie('agent'))],
    ['sealed with another secret', async () => cookieOf(await session(), { secret: 'another-secret-of-the-tests-long-enough' })],
    ['past its own time', async () => cookieOf(await session(), { maxAge: -60 })],
    ['without a signature', async () => `${name}=${unsigned(await session())}`],
    ['that is the bare id of a session', async () => `${name}=${await session()}`],
    ['of no session there is', async () => cookieOf(randomUUID())],
    ['of a session that is no text', async () => cookieOf(['x'] as never)],
    ['under another name', async () => `next-auth.session-token=${value(await desk.cookie('agent'))}`],
    ['given twice', async () => `${await desk.cookie('agent')}; ${await desk.cookie('agent')}`],
    ['given twice, once empty', async () => `${name}=; ${await desk.cookie('agent')}`],
    ['that is empty', async () => `${name}=`],
  ])('%s', async (_, cookie) => {
    const answer = await desk.ask(listTokens, { params, as: null, headers: { cookie: await cookie() } })
    expect([answer.status, (await answer.json()).kind]).toEqual([401, 'signedOut'])
  })

  it('but one among others of the site does', async () => {
    desk.serviceAt((await listener(json(200, { data: [] }))).url)
    const answer = await desk.ask(listTokens, {
      params,
      as: null,
      headers: { cookie: `theme=dark; ${await desk.cookie('agent')};merchant=x` },
    })
    expect(answer.status).toBe(200)
  })
})

describe('a session ends at once (A09, F25)', () => {
  it('when it is signed out', async () => {
    const store = await database()
    const sid = await startSession(store, (await desk.account('agent')).accountId)
    await endSession(store, sid)
    const answer = await desk.ask(listTokens, { params, as: null, headers: { cookie: await cookieOf(sid) } })
    expect(await answer.json()).toMatchObject({ status: 401, code: 'session_ended' })
  })

  it('when its account is disabled, and not when another is', async () => {
    desk.serviceAt((await listener(json(200, { data: [] }))).url)
    const leaver = await desk.addPerson('agent', 'leaver@desk.example.test')
    await changeLocalAccount(await database(), 'Leaver@desk.example.test', { disabled: true })
    const asLeaver = await desk.ask(listTokens, { params, as: null, headers: { cookie: leaver.cookie } })
    expect([asLeaver.status, (await desk.ask(listTokens, { params })).status]).toEqual([401, 200])
  })
})
