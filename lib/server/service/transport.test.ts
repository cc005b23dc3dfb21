import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeBuyerEmail, createBuyer, listTokens } from '@/lib/operations'
import { buyerId, soundBodies } from '@/lib/operations/testing/sound-bodies'
import { failureIn, problemIn } from '../testing/endings'
import { startWith } from '../testing/environment'
import { type Answering, json, listener, silent } from '../testing/listener'
import { requestTo } from '../testing/request-to'
import { ask, tell } from './ask'
import { breakerOf } from './transport'

beforeEach(() => {
  startWith({ SERVICE_WRITE_LIMIT_MS: '300' })
  vi.spyOn(Math, 'random').mockReturnValue(0) // the shortest pause before a repeat
})

const reading = (url: string, left?: AbortSignal) => ask(listTokens, requestTo(url, { params: { buyerId } }), left)
const changing = (url: string) =>
  tell(changeBuyerEmail, requestTo(url, { params: { buyerId }, body: soundBodies.changeBuyerEmail }))
const making = (url: string) => tell(createBuyer, requestTo(url, { body: soundBodies.createBuyer }))
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
  const service = await listener(silent)
  const all = Array.from({ length: 97 }, () => failureIn(changing(service.url)))
  expect(await Promise.race(all)).toMatchObject({ proves: 'not-sent', code: 'too_busy' })
  await vi.waitFor(() => expect(service.received).toHaveLength(32))
  const endings = await Promise.all(all)
  expect(endings.filter(({ code }) => code === 'timeout').length).toBeGreaterThanOrEqual(32)
})

describe('connections', () => {
  const ports = async (work: (url: string) => Promise<unknown>, answer: Answering) => {
    const seen = new Set<number | undefined>()
    const service = await listener((response, received, request) => {
      seen.add(request.socket.remotePort)
      answer(response, received, request)
    })
    for (let count = 0; count < 3; count += 1) await work(service.url)
    return seen.size
  }

  it('are kept for reads', async () => expect(await ports(reading, json(200, { data: [] }))).toBeLessThan(3))
  it('are kept for commands that set a state', async () => expect(await ports(changing, json(204, undefined))).toBeLessThan(3))
  it('are fresh for a command that makes something each time', async () =>
    expect(await ports(making, json(201, { data: { id: buyerId } }))).toBe(3))
})

describe('a person who leaves', () => {
  it('ends the read at the service, and says nothing of it', async () => {
    const left = new AbortController()
    let hungUp = Promise.resolve()
    const service = await listener((response) => {
      hungUp = new Promise((resolve) => response.on('close', resolve))
      left.abort()
    })
    await expect(reading(service.url, left.signal)).rejects.toThrow(/abort/i)
    await hungUp
    expect(service.received).toHaveLength(1)
    expect(breakerOf(service.url).isOpen).toBe(false)
  })
})
