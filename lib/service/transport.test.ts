import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { listTokens } from '@/lib/operations/queries'
import { buyerId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendCommand, sendQuery } from './ask'
import { breakerOf } from './transport'

beforeEach(() => {
  startWith({ SERVICE_WRITE_PATIENCE_MS: '300', SERVICE_WRITE_LIMIT_MS: '300' })
  vi.spyOn(Math, 'random').mockReturnValue(0) // the shortest pause before a repeat
})

const reading = (url: string, signal?: AbortSignal) => sendQuery(listTokens, requestTo(url, { params: { buyerId } }), signal)
const changing = (url: string) =>
  sendCommand(changeBuyerEmail, requestTo(url, { params: { buyerId }, body: validBodies.changeBuyerEmail }))
const broken: Answering = (response) => response.socket?.resetAndDestroy()

describe('a service that does not answer', () => {
  it('is left alone after five lost requests: nothing more is sent', async () => {
    const service = await listener(broken)
    for (let count = 0; count < 5; count += 1) await failureIn(changing(service.url))
    expect(await failureIn(changing(service.url))).toMatchObject({ proves: 'not-sent', code: 'breaker_open' })
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'breaker_open' })
    expect(service.received).toHaveLength(5)
  })

  it('does not stand for another', async () => {
    const service = await listener(broken)
    const other = await listener(json(200, { data: [] }))
    for (let count = 0; count < 5; count += 1) await failureIn(changing(service.url))
    expect((await reading(other.url)).data).toEqual([])
  })

  it('is not buried in repeats: at most three at a time', async () => {
    const service = await listener(json(500, {}))
    await Promise.all(Array.from({ length: 10 }, () => problemIn(reading(service.url))))
    expect(service.received.length).toBeLessThanOrEqual(10 + 3 * 2)
  })
})

it('at most 32 requests are under way, 64 wait, and the next is not sent', async () => {
  startWith({ SERVICE_WRITE_PATIENCE_MS: '10000', SERVICE_WRITE_LIMIT_MS: '10000' })
  const held: ServerResponse[] = []
  let isHeld = true
  const service = await listener((response) => (isHeld ? held.push(response) : response.writeHead(204).end()))
  const all = Array.from({ length: 97 }, () => changing(service.url))
  const endings = Promise.allSettled(all)
  expect(await Promise.race(all.map(failureIn))).toMatchObject({ proves: 'not-sent', code: 'too_busy' })
  await vi.waitFor(() => expect(held).toHaveLength(32), { timeout: 10_000 })
  isHeld = false
  for (const response of held) response.writeHead(204).end()
  expect((await endings).filter(({ status }) => status === 'fulfilled')).toHaveLength(96)
  expect(held).toHaveLength(32)
})

describe('a person who leaves', () => {
  it('ends the read at the service, and says nothing of it', async () => {
    const leaving = new AbortController()
    let hungUp = Promise.resolve()
    const service = await listener((response) => {
      hungUp = new Promise((resolve) => response.on('close', resolve))
      leaving.abort()
    })
    await expect(reading(service.url, leaving.signal)).rejects.toThrow(/abort/i)
    await hungUp
    expect(service.received).toHaveLength(1)
    expect(breakerOf(service.url).isOpen).toBe(false)
  })
})

/** A service in a thread of its own, which answers only when this thread has begun to stand still. */
const inAnotherThread = `
  const { workerData, parentPort } = require('node:worker_threads')
  require('node:http').createServer((request, response) => {
    request.resume()
    Atomics.store(workerData, 0, 1)
    Atomics.wait(workerData, 1, 0)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port) })
`

it('an answer that came while the process stood still counts, though the time is over when it goes on', async () => {
  const moments = new Int32Array(new SharedArrayBuffer(12)) // asked, standing still, and one that never comes
  const service = new Worker(inAnotherThread, { eval: true, workerData: moments })
  try {
    const [port] = await once(service, 'message')
    const answer = changing(`http://127.0.0.1:${port}`)
    await vi.waitFor(() => expect(Atomics.load(moments, 0)).toBe(1), { interval: 1 })
    await new Promise(setImmediate) // the next thing that this thread does is its timers
    Atomics.store(moments, 1, 1)
    Atomics.notify(moments, 1)
    Atomics.wait(moments, 2, 0, 600) // twice the time that the request has
    await expect(answer).resolves.toBeUndefined()
  } finally {
    await service.terminate()
  }
})
