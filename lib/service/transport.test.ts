import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { listTokens } from '@/lib/operations/queries'
import { buyerId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, json, listener, silent } from '@/lib/testing/listener'
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
  const service = await listener(silent)
  const all = Array.from({ length: 97 }, () => failureIn(changing(service.url)))
  expect(await Promise.race(all)).toMatchObject({ proves: 'not-sent', code: 'too_busy' })
  await vi.waitFor(() => expect(service.received).toHaveLength(32))
  const endings = await Promise.all(all)
  expect(endings.filter(({ code }) => code === 'timeout').length).toBeGreaterThanOrEqual(32)
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
