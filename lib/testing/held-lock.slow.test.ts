import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POST as search } from '@/app/api/desk/search/route'
import { serveQuery } from '@/lib/calls/serve-query'
import { serveCommand } from '@/lib/commands/server/serve-command'
import { answer, done, ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines, environmentOf, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { holdWriteLock } from '@/lib/database/write-lock-for-tests'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { rules } from '@/lib/operations/change-expiration-date/rules'
import { listTokens } from '@/lib/operations/queries'
import { createPerson } from '@/lib/people/server/person-accounts'
import { startSession } from '@/lib/people/server/sessions'
import { writeSearches } from '@/lib/search/server/record-search'
import { readiness } from '@/lib/status/server/readiness'
import { cookieOf } from './dashboard'

// Another program has the database's write lock and keeps it: a backup that hangs, somebody's open transaction.

const collection = { data: [], meta: { type: 'collection' } }

describe.each(engines)('while another process holds the write lock of %s (F18)', (engine) => {
  const service = new ServiceForTests()
  let place: OwnPlace
  let cookie: string
  let letGo = async () => {}

  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place, { SERVICE_URL: await service.start() })
    const store = await database()
    const account = { email: 'ada@desk.test', name: 'Ada', role: 'agent' as const, password: 'a password that is long enough' }
    const secret = environmentOf(place).NEXTAUTH_SECRET
    const longAgo = new Date(Date.now() - 60_000) // so that each request has its time to note
    cookie = await cookieOf(await startSession(store, (await createPerson(store, account)) ?? '', longAgo), { secret })
    service.answering = (received, response) =>
      received.method === 'GET' ? answer(response, 200, collection) : done(received, response)
    letGo = await holdWriteLock(place)
  })

  afterAll(async () => {
    await letGo()
    await service.stop()
    await stop()
    await place.remove()
  })

  const asked = async (work: () => Promise<Response>) => {
    const from = performance.now()
    const response = await work()
    const body = response.status === 204 ? null : await response.json()
    return { status: response.status, seconds: (performance.now() - from) / 1_000, body }
  }
  const request = (method: string, body?: unknown) =>
    new Request('http://127.0.0.1:3000/api', {
      method,
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-action-id': randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const nineOfTen = (seconds: number[]) => seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length * 0.9)] ?? 0
  // As many as one person may look at, again and again.
  const buyers = Array.from({ length: 250 }, () => randomUUID())
  let count = 0
  const read = () => {
    const buyerId = buyers[count++ % buyers.length] ?? ''
    return asked(() => serveQuery(listTokens)(request('GET'), { params: Promise.resolve({ buyerId }) }))
  }
  const find = (q: string) => asked(() => search(request('POST', { q }), { params: Promise.resolve({}) }))
  const command = () =>
    asked(() =>
      serveCommand(changeExpirationDate, rules)(request('PATCH', { expirationDate: '2099-06-30', reason: 'asked for it' }), {
        params: Promise.resolve({ buyerId: randomUUID(), subscriptionId: randomUUID() }),
      }),
    )
  const searches = async () => (await database()).selectFrom('journal').select('kind').where('kind', '=', 'searched').execute()

  test('reads and searches go on, commands are not sent, readiness says so, and nothing has to be started again', async () => {
    const from = performance.now()
    const commands = Promise.all([command(), command(), command()])
    const took = { answers: [] as number[], readiness: [] as number[] }
    while (performance.now() - from < 11_000) {
      const [reads, found, ready] = await Promise.all([
        Promise.all(Array.from({ length: 5 }, () => read())),
        find(`somebody-${Math.random()}`),
        asked(readiness),
      ])
      const statuses = [...reads, found, ready].map(({ status, body }) => (status === 200 ? 200 : (body.code ?? status)))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 503])
      took.answers.push(...reads.map(({ seconds }) => seconds), found.seconds)
      took.readiness.push(ready.seconds)
    }
    // On a busy machine a few take longer, but none as long as the five seconds that a writer waits.
    expect(nineOfTen(took.answers)).toBeLessThan(1.5)
    expect(nineOfTen(took.readiness)).toBeLessThan(2)
    expect(Math.max(...took.answers, ...took.readiness)).toBeLessThan(4.5)
    for (const { status, body, seconds } of await commands) {
      expect([status, body]).toMatchObject([503, { code: 'journal_unavailable' }])
      expect(seconds).toBeLessThan(8)
    }
    expect(service.received.filter(({ method }) => method !== 'GET')).toEqual([])

    await letGo()
    letGo = async () => {}
    await expect.poll(async () => (await asked(readiness)).body, { timeout: 20_000 }).toMatchObject({ status: 'ready' })
    expect((await command()).status).toBe(200)
    await writeSearches()
    expect((await searches()).length).toBeGreaterThan(0)
  }, 60_000)
})
