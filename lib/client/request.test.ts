import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ownAnswerHeader } from '@/lib/core/browser-names'
import { problem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { newId } from './new-id'
import { request } from './request'
import { idleIn, idleMs, noteIdleIn } from './session'

type Received = { method: string | undefined; headers: IncomingHttpHeaders; body: string }

const own = { [ownAnswerHeader]: 'yes' }
const received: Received[] = []
let stop = () => {}

afterEach(() => {
  stop()
  received.length = 0
})

/** A handler of ours: notes what is asked, and answers. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(async (asked, response) => {
    const pieces: Buffer[] = []
    for await (const piece of asked) pieces.push(piece)
    received.push({ method: asked.method, headers: asked.headers, body: Buffer.concat(pieces).toString() })
    answer(asked, response)
  })
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const saying =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...own }).end(JSON.stringify(body))

describe('what is asked', () => {
  it('is a GET without a body, and a POST of JSON with one', async () => {
    const address = await serving(saying({ found: 1 }))
    expect(await request(address)).toEqual({ found: 1 })
    await request(address, { merchant: 'northwind', actionId: 'a-1', body: { q: 'x' } })
    expect(received.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['POST', '{"q":"x"}'],
    ])
    expect(received[0]?.headers).not.toHaveProperty('content-type')
    expect(received[1]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-merchant': 'northwind',
      'x-action-id': 'a-1',
    })
  })

  it('leaves out what is null, and sends a file and a form as they are', async () => {
    const address = await serving(saying({}))
    await request(address, { body: new Blob(['buyerId\n']), headers: { 'content-type': 'text/csv', 'x-ticket': null } })
    await request(address, { body: new URLSearchParams({ email: 'a@example.test' }) })
    expect(received.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['text/csv', 'buyerId\n'],
      ['application/x-www-form-urlencoded;charset=UTF-8', 'email=a%40example.test'],
    ])
    expect(received[0]?.headers).not.toHaveProperty('x-ticket')
  })
})

describe('what is answered', () => {
  it('is nothing where there is none', async () => {
    expect(await request(await serving((_, response) => response.writeHead(204, own).end()))).toBeUndefined()
  })

  it('is a problem where it breaks off or is no JSON, never nothing', async () => {
    const half = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...own }).write('{"state":')
      setImmediate(() => response.destroy())
    })
    await expect(request(half)).rejects.toMatchObject({
      problem: { kind: 'unavailable', detail: 'We couldn’t reach the dashboard. Check your internet connection.' },
    })
    stop()
    const page: RequestListener = (_, response) => response.writeHead(200, own).end('<html>')
    await expect(request(await serving(page))).rejects.toMatchObject({
      problem: { kind: 'unavailable', detail: 'The dashboard’s answer couldn’t be read. Try again, or tell an admin.' },
    })
    stop()
    for (const as of [undefined, (response: Response) => response.blob()]) {
      const portal = await serving((_, response) => response.end('{}'))
      await expect(request<unknown>(portal, as === undefined ? {} : { as })).rejects.toMatchObject({
        problem: { kind: 'unavailable', detail: expect.stringContaining('Something between you and the dashboard answered') },
      })
      stop()
    }
  })

  it('is thrown where it is a problem', async () => {
    const { problem: problemBody } = problem('conflict', 'It was changed.', { code: 'changed' })
    await expect(request(await serving(saying(problemBody, 409)))).rejects.toMatchObject({ problem: problemBody })
  })

  it('is a problem by its status where it is no answer of ours', async () => {
    const address = await serving((_, response) => response.writeHead(502).end('<html>'))
    await expect(request(address)).rejects.toMatchObject({
      problem: { kind: 'unavailable', detail: 'The dashboard returned error 502. Try again, or tell an admin.' },
    })
  })

  it('may be there where a change gets none, so it isn’t said that nothing was changed', async () => {
    const unanswered = { title: 'We don’t know whether this was saved', kind: 'unavailable', code: 'no_answer' }
    const gone = await serving((_, response) => response.destroy())
    const failure = await request(gone, { actionId: newId(), body: {} }).catch((cause: unknown) => cause as Error)
    expect(failure).toMatchObject({ problem: unanswered })
    expect(describeProblem(failure as Error).advice).toBe('Try again in a moment. If it was saved, it won’t be saved twice.')
    stop()
    const between = await serving((_, response) => response.writeHead(502).end('<html>'))
    await expect(request(between, { actionId: newId(), body: {} })).rejects.toMatchObject({ problem: unanswered })
    stop()
    const portal = await serving((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
    )
    await expect(request(portal, { actionId: newId(), body: {} })).rejects.toMatchObject({ problem: unanswered })
    stop()
    const read = await serving((_, response) => response.destroy())
    const unread = { problem: { title: 'Couldn’t load this', code: null } }
    await expect(request(read)).rejects.toMatchObject(unread)
    const file = { actionId: newId(), body: {}, as: (response: Response) => response.blob() }
    await expect(request(read, file)).rejects.toMatchObject(unread)
  })

  it('is a problem where nobody answers', async () => {
    const address = await serving((_, response) => response.destroy())
    await expect(request(address)).rejects.toMatchObject({
      problem: { kind: 'unavailable', detail: 'We couldn’t reach the dashboard. Check your internet connection.' },
    })
  })

  it('is the abort itself where nobody waits any more', async () => {
    const leaving = new AbortController()
    const address = await serving(() => leaving.abort())
    await expect(request(address, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is read by whoever can, and a connection that breaks meanwhile is theirs to name', async () => {
    const address = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '100', ...own }).write('half')
      setImmediate(() => response.destroy())
    })
    const half = request(address, {
      as: (response, broken) => response.text().catch((cause: unknown) => broken(cause, 'Half of it is missing.')),
    })
    await expect(half).rejects.toMatchObject({ problem: { kind: 'unavailable', detail: 'Half of it is missing.' } })
  })
})

describe('the session', () => {
  const aMinuteLater = () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    noteIdleIn(idleMs - 60_000)
  }
  afterEach(() => vi.useRealTimers())

  it.each([
    ['good', saying({})],
    ['a refusal', saying(problem('conflict', 'It was changed.').problem, 409)],
  ])('is kept by an answer that is %s', async (_, answer) => {
    aMinuteLater()
    await request(await serving(answer)).catch(() => undefined)
    expect(idleIn()).toBe(idleMs)
  })

  it('is not kept by a poll, here or on the server', async () => {
    aMinuteLater()
    await request(await serving(saying({})), { background: true })
    expect(idleIn()).toBe(idleMs - 60_000)
    expect(received[0]?.headers['x-background']).toBe('yes')
  })

  it('is not kept by an answer that says that it is over', async () => {
    aMinuteLater()
    const address = await serving(saying(problem('signedOut', 'Sign in.').problem, 401))
    await request(address).catch(() => undefined)
    expect(idleIn()).toBe(idleMs - 60_000)
  })
})
