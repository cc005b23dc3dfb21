import { describe, expect, test, vi } from 'vitest'
import { ids } from './seed/stories'
import { RunningStandin } from './standin-for-tests'

const running = new RunningStandin()
const history = `/api/v3/buyers/${ids.cascade.buyer}/charge/history`
const email = `/api/v2/buyers/${ids.nothing.buyer}`

const read = () => running.as().get(history)
const write = (signal?: AbortSignal) => running.as().patch(email, { email: 'moved@example.test' }, { signal })
const isMoved = async () => (await running.as().get('/api/v2/buyers/email/moved@example.test')).status === 200
const own = (method: string, path: string, body?: unknown) =>
  fetch(`${running.standin.url}/standin/${path}`, { method, body: body === undefined ? undefined : JSON.stringify(body) })
const order = (fault: string, more: object = {}) => running.standin.fault({ operation: '*', fault, ...more })

describe('a fault in place of the answer', () => {
  test.each([
    ['html500', 500, 'text/html; charset=utf-8'],
    ['empty500', 500, null],
    ['error500', 500, 'application/json'],
    ['notJson', 200, 'text/html; charset=utf-8'],
    ['wrongShape', 200, 'application/json'],
    ['authFailure', 401, 'application/json'],
    ['race', 400, 'application/json'],
    ['tooMany', 429, 'application/json'],
    ['redirect', 302, null],
    ['invalid', 422, 'application/json'],
    ['refused', 422, 'application/json'],
  ])('%s has status %d and strikes as often as ordered', async (fault, status, type) => {
    order(fault, { times: 2 })
    for (const _ of [1, 2]) {
      const response = await running.as().send('PATCH', email, { body: { email: 'moved@example.test' } })
      expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
    }
    expect(await isMoved()).toBe(false)
    expect((await write()).status).toBe(204)
  })

  test.each(['html500', 'empty500', 'wrongShape', 'redirect'])('%s can hide that the operation was applied', async (fault) => {
    order(fault, { applied: true })
    await write()
    expect(await isMoved()).toBe(true)
  })

  test('wrongShape that should hide an applied operation tells a refusal as it is: a success would be a lie', async () => {
    await write()
    order('wrongShape', { applied: true })
    expect((await write()).status).toBe(409)
    expect(running.standin.received().at(-1)).toMatchObject({ fault: 'wrongShape', applied: false })
  })

  test('race is the documented one', async () => {
    order('race')
    expect((await read()).body).toMatchObject({ code: 2107, message: 'Race condition' })
  })

  test('tooMany says when to come back', async () => {
    order('tooMany', { seconds: 7 })
    expect((await read()).headers.get('retry-after')).toBe('7')
  })

  test('redirect leads where it was told', async () => {
    order('redirect', { location: 'http://127.0.0.1:9/trap' })
    expect((await read()).headers.get('location')).toBe('http://127.0.0.1:9/trap')
  })

  test('invalid names the field it was given, refused names none', async () => {
    order('invalid', { field: 'email' })
    expect((await read()).body).toMatchObject({ errors: [{ field: 'email' }] })
    order('refused')
    expect((await read()).body).not.toHaveProperty('errors')
  })

  test('wrongShape answers the JSON it was given', async () => {
    order('wrongShape', { body: { data: [7] } })
    expect((await read()).body).toEqual({ data: [7] })
  })

  test.each([false, true])('huge is JSON of exactly so many bytes, packed: %o', async (gzip) => {
    order('huge', { bytes: 200_000, gzip })
    const response = await running.as().send('GET', history)
    const text = await response.text()
    expect(text).toHaveLength(200_000)
    expect(JSON.parse(text)).toEqual({ data: 'x'.repeat(200_000 - 11) })
    expect(response.headers.get('content-encoding')).toBe(gzip ? 'gzip' : null)
  })
})

describe('a connection', () => {
  test.each([false, true])('that is reset at once leaves the operation applied: %o', async (applied) => {
    order('reset', { applied })
    await expect(write()).rejects.toThrow('fetch failed')
    expect(await isMoved()).toBe(applied)
  })

  test.each([false, true])('that is reset in mid-body leaves the operation applied: %o', async (applied) => {
    order('reset', { at: 'body', applied })
    const response = await running.as().send('PATCH', email, { body: { email: 'moved@example.test' } })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(await isMoved()).toBe(applied)
  })

  test('that is held gets its answer after the release', async () => {
    order('hold')
    const answer = write()
    await vi.waitFor(() => expect(running.standin.received()).toMatchObject([{ fault: 'hold', applied: false }]))
    expect(await (await own('POST', 'release')).json()).toEqual({ released: 1 })
    expect((await answer).status).toBe(204)
    expect(await isMoved()).toBe(true)
  })

  test.each([false, true])('that is held and then dropped by a reset ends without an answer, applied: %o', async (applied) => {
    order('hold', { applied })
    const answer = write().catch((error: Error) => error.message)
    await vi.waitFor(() => expect(running.standin.received()).toMatchObject([{ fault: 'hold', applied }]))
    await own('POST', 'reset')
    expect(await answer).toBe('fetch failed')
  })

  test('that is given up while held is not applied by the release', async () => {
    order('hold')
    const giveUp = new AbortController()
    const answer = write(giveUp.signal).catch(() => 'given up')
    await vi.waitFor(() => expect(running.standin.received()).toHaveLength(1))
    giveUp.abort()
    expect(await answer).toBe('given up')
    await vi.waitFor(() => expect(running.standin.received()).toMatchObject([{ cut: true }]))
    await own('POST', 'release')
    expect(await isMoved()).toBe(false)
  })

  test('that is delayed answers later', async () => {
    order('delay', { ms: 60 })
    const before = performance.now()
    expect((await read()).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(50)
  })

  test('that is slow sends its body byte by byte', async () => {
    order('slowBody', { ms: 1 })
    const response = await running.as().send('GET', `/api/v3/buyers/${ids.nothing.buyer}/charge/history`)
    const sizes: number[] = []
    for await (const chunk of response.body ?? []) sizes.push(chunk.length)
    expect(sizes.length).toBeGreaterThan(10)
  })
})

describe('an order for a fault', () => {
  test('strikes only the operation it names', async () => {
    running.standin.fault({ operation: 'changeBuyerEmail', fault: 'html500' })
    expect((await read()).status).toBe(200)
    expect((await write()).status).toBe(500)
  })

  test.each([
    [{ operation: 'listTokens', fault: 'meteor' }, 'fault: Must be one of hold'],
    [{ operation: 'refund', fault: 'hold' }, 'operation: Must be one of createBuyer'],
    [{ fault: 'hold' }, 'operation: This value is required.'],
    [{ operation: '*', fault: 'hold', times: 0 }, 'times: Must be a whole number, 1 or more.'],
    [{ operation: '*', fault: 'reset', at: 'end' }, 'at: Must be start or body.'],
    [{ operation: '*', fault: 'gateway', status: 200 }, 'status: Must be a status from 400 to 599.'],
    [{ operation: '*', fault: 'gateway', form: 'song' }, 'form: Must be one of page, empty, message.'],
    ['hold', 'body: Must be an object.'],
  ])('is refused with a sentence: %o', async (given, sentence) => {
    const response = await own('POST', 'faults', given)
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({ message: expect.stringContaining(sentence) })
  })

  test('is listed until it strikes and can be called off', async () => {
    await own('POST', 'faults', { operation: 'listTokens', fault: 'hold' })
    expect(await (await own('GET', 'faults')).json()).toMatchObject({
      waiting: [{ operation: 'listTokens', fault: 'hold', times: 1 }],
    })
    await own('DELETE', 'faults')
    expect(await (await own('GET', 'faults')).json()).toMatchObject({ waiting: [] })
  })
})

describe('the log of requests', () => {
  test('tells what was received, byte for byte, and what came of it', async () => {
    await write()
    await running.as().get('/api/v9/nowhere?x=1')
    const log = await (await own('GET', 'requests')).json()
    expect(log).toMatchObject([
      {
        operation: 'changeBuyerEmail',
        method: 'PATCH',
        path: email,
        body: '{"email":"moved@example.test"}',
        headers: { 'x-source': 'shop' },
        applied: true,
        status: 204,
        fault: null,
        cut: false,
      },
      { operation: null, path: '/api/v9/nowhere', query: '?x=1', applied: false, status: null },
    ])
  })

  test('is empty after it was cleared', async () => {
    await read()
    expect((await own('DELETE', 'requests')).status).toBe(204)
    expect(running.standin.received()).toEqual([])
  })
})
