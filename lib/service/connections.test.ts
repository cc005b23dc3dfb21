import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import {
  findBuyerByEmail,
  getChargeHistory,
  getOneClickPrices,
  listDowngradeTargets,
  listSubscriptions,
  listTokens,
} from '@/lib/operations/queries'
import { buyerId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { log } from '@/lib/platform/log'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, json, listener, listening } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendCommand, sendQuery } from './ask'

/** The clock goes on from where a test has put it. */
const realNow = performance.now.bind(performance)
let ahead = 0
const later = (ms: number) => {
  ahead += ms
}
const restMs = 300

beforeEach(() => {
  startWith()
  ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead)
})

const others = '11111111-2222-4333-8444-555555555555'
const reading = (url: string, id = buyerId, merchant = {}) =>
  sendQuery(listSubscriptions, requestTo(url, { params: { buyerId: id }, merchant }))
const changing = (url: string) =>
  sendCommand(changeBuyerEmail, requestTo(url, { params: { buyerId }, body: validBodies.changeBuyerEmail }))
const disabling = (url: string) =>
  sendCommand(disableToken, requestTo(url, { params: { buyerId }, body: validBodies.disableToken }))
const making = (url: string) => sendCommand(createBuyer, requestTo(url, { body: validBodies.createBuyer }))

const readingOf =
  (operation: Operation<'query'>, more: Parameters<typeof requestTo>[1] = {}) =>
  (url: string) =>
    sendQuery(operation, requestTo(url, { params: { buyerId, subscriptionId: others, email: 'a@example.test' }, ...more }))

/** Reads that differ in what they ask. */
const reads = {
  subscriptions: readingOf(listSubscriptions),
  'those of another buyer': readingOf(listSubscriptions, { params: { buyerId: others } }),
  'those in another merchant account': readingOf(listSubscriptions, { merchant: { code: 'southbay' } }),
  tokens: readingOf(listTokens),
  'a charge history': readingOf(getChargeHistory, { search: { offset: 0, limit: 25 } }),
  'its next page': readingOf(getChargeHistory, { search: { offset: 25, limit: 25 } }),
  'what a subscription can be moved down to': readingOf(listDowngradeTargets),
  'that for a buyer at another address': readingOf(listDowngradeTargets, { buyerIp: '203.0.113.77' }),
  'a buyer by e-mail': readingOf(findBuyerByEmail),
  prices: readingOf(getOneClickPrices, { body: validBodies.getOneClickPrices }),
}
const isKept = (read: unknown) => read !== reads['a buyer by e-mail'] && read !== reads.prices

type Raw = { url: string; sockets: Socket[] }

/** Answers each request with these bytes on a bare socket, which cares for no rule of HTTP. */
async function raw(answer: (path: string, socket: Socket) => void): Promise<Raw> {
  const service: Raw = { url: '', sockets: [] }
  const port = await listening(
    createServer({ noDelay: true }, (socket) => {
      service.sockets.push(socket.on('error', () => {}))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        const head = text.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
        if (head === -1 || text.length < head + 4 + length) return
        const path = text.split(' ')[1] ?? ''
        text = ''
        answer(path, socket)
      })
    }),
  )
  service.url = `http://127.0.0.1:${port}`
  return service
}

const http = (status: string, body: unknown) => {
  const text = JSON.stringify(body)
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
const refusal = http('422 No', { uuid: null, code: 3000, message: 'Not now', traceId: 't-1' })
const done = http('200 OK', { data: { id: others } })
const subscriptionsOf = (id: string) =>
  http('200 OK', { data: [{ id, buyerId: id, status: 'active', startDate: '2027-01-01', endDate: '2027-02-01' }], meta: [] })

/** Sends the answer, and so long after it (at once for 0, in the same piece for null) one that nobody asked for. */
function withSurplus(socket: Socket, answer: string, surplus: string, ms: number | null): void {
  if (ms === null) return void socket.write(answer + surplus)
  socket.write(answer)
  setTimeout(() => socket.destroyed || socket.write(surplus), ms)
}

const closed = (sockets: Socket[]) => Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')))

const delays = [null, 0, 1, 2, 5, 10, 20, 50]

describe('an answer that nobody asked for', () => {
  it.each(delays)('%s ms after a refusal is never taken for the answer to the next command', async (ms) => {
    const service = await raw((_, socket) => withSurplus(socket, refusal, done, ms))
    for (const command of [changing, disabling, making, changing, making]) {
      expect(await failureIn(command(service.url))).toMatchObject({ proves: 'refused', detail: 'Not now' })
    }
    expect(service.sockets).toHaveLength(5)
  })

  it.each(delays)('%s ms after a read never shows one buyer’s data under another', async (ms) => {
    const service = await raw((path, socket) => {
      const id = path.split('/').at(-2) ?? ''
      withSurplus(socket, subscriptionsOf(id), subscriptionsOf(others), ms)
    })
    const ids = Array.from({ length: 12 }, (_, index) => `${buyerId.slice(0, -2)}${10 + index}`)
    for (const id of ids) expect((await reading(service.url, id)).data).toMatchObject([{ buyerId: id }])
  })

  it.each(delays)('%s ms after a read ends its connection', async (ms) => {
    const service = await raw((_, socket) => withSurplus(socket, subscriptionsOf(buyerId), subscriptionsOf(others), ms))
    await reading(service.url)
    await closed(service.sockets)
    later(restMs)
    expect((await reading(service.url)).data).toMatchObject([{ buyerId }])
    expect(service.sockets).toHaveLength(2)
  })

  it('is told in the log, and whatever else rests for the merchant account is not used again', async () => {
    const warned = vi.spyOn(log, 'warn')
    const service = await raw((path, socket) => {
      if (path.endsWith('/tokens')) socket.write(http('200 OK', { data: [] }))
      else withSurplus(socket, subscriptionsOf(buyerId), subscriptionsOf(others), 5)
    })
    await reads.tokens(service.url)
    await reading(service.url)
    await closed(service.sockets.slice(1))
    later(restMs)
    await reads.tokens(service.url)
    expect(service.sockets).toHaveLength(3)
    expect(warned).toHaveBeenCalledExactlyOnceWith({ merchant: 'northwind' }, 'surplus_answer')
  })

  it.each(Object.keys(reads) as (keyof typeof reads)[])(
    'to something else is never taken for %s, however late it comes and on whichever connection',
    async (name) => {
      const surplus = http('200 OK', { data: [] })
      const used = new Set<Socket>()
      let isBefore = true
      const service = await raw((_, socket) => {
        for (const each of isBefore ? [] : used) each.destroyed || each.write(surplus)
        used.add(socket)
        socket.write(isBefore ? surplus : refusal)
      })
      const read = reads[name]
      for (const other of Object.values(reads)) {
        if (other !== read || !isKept(read)) await other(service.url).catch(() => undefined)
      }
      later(restMs)
      isBefore = false
      expect(await problemIn(read(service.url))).toMatchObject({ kind: 'invalid', detail: 'Not now' })
      await closed([...used])
    },
  )
})

describe('connections', () => {
  /** How many connections some exchanges take one after the other, with a pause after each in which what was used may rest. */
  const connectionsOf = async (answer: Answering, ...work: ((url: string) => Promise<unknown>)[]) => {
    const seen = new Set<unknown>()
    const service = await listener((response, received, request) => {
      seen.add(request.socket.remotePort)
      answer(response, received, request)
    })
    for (const each of work) {
      await each(service.url).catch(() => undefined)
      later(restMs)
    }
    return seen.size
  }
  const nothing = json(200, { data: [] })
  it.each(Object.entries(reads))('of %s: as many as its reads need', async (_, read) =>
    expect(await connectionsOf(nothing, read, read, read)).toBe(isKept(read) ? 1 : 3),
  )

  it('are not used until they have rested', async () => {
    const service = await raw((_, socket) => socket.write(subscriptionsOf(buyerId)))
    for (const read of [reading, reading]) await read(service.url)
    expect(service.sockets).toHaveLength(2)
  })

  it('are fresh for each command, whatever a repeat of it would do', async () => {
    expect(await connectionsOf(json(204, undefined), changing, disabling, changing)).toBe(3)
    expect(await connectionsOf(json(201, { data: { id: buyerId } }), making, making)).toBe(2)
  })

  it('of a read from before a command are not those of a read after it', async () => {
    expect(await connectionsOf(nothing, reading, reading, changing, reading)).toBe(3)
    let isChanged = false
    const readLate: Answering = async (response, received, request) => {
      if (received.method === 'GET') await vi.waitFor(() => expect(isChanged).toBe(true))
      nothing(response, received, request)
    }
    const during = (url: string) => Promise.all([reading(url), changing(url).then(() => (isChanged = true))])
    expect(await connectionsOf(readLate, during, reading)).toBe(3)
  })

  it('are fresh for a read that settles something', async () => {
    const settling = (url: string) => sendQuery(listSubscriptions, { ...requestTo(url, { params: { buyerId } }), fresh: true })
    expect(await connectionsOf(nothing, settling, reading, settling, settling)).toBe(4)
  })

  it('are not kept where the answer was an error, or about another', async () => {
    expect(await connectionsOf(json(422, { uuid: null, code: 1, message: 'No', traceId: 't' }), reading, reading)).toBe(2)
    const another = { id: others, buyerId: others, status: 'active', startDate: '2027-01-01', endDate: '2027-02-01' }
    expect(await connectionsOf(json(200, { data: [another] }), reading, reading)).toBe(2)
  })

  it('are not used after they rested for two seconds, or for longer than ten in all', async () => {
    const rests = (ms: number) => async () => later(ms)
    expect(await connectionsOf(nothing, reading, rests(2_000), reading)).toBe(2)
    const often = Array.from({ length: 10 }, () => [reading, rests(1_000)]).flat()
    expect(await connectionsOf(nothing, ...often)).toBe(2)
  })

  it('are at most 32 that rest, and the oldest ends first', async () => {
    const service = await raw((path, socket) => socket.write(subscriptionsOf(path.split('/').at(-2) ?? '')))
    const ids = Array.from({ length: 33 }, (_, index) => `${buyerId.slice(0, -2)}${10 + index}`)
    for (const id of ids) await reading(service.url, id)
    later(restMs)
    for (const id of [ids.at(-1), ids[0]]) await reading(service.url, id)
    expect(service.sockets).toHaveLength(34)
  })

  it('are not left open', { timeout: 20_000 }, async () => {
    const service = await raw((_, socket) => socket.write(subscriptionsOf(buyerId)))
    await reading(service.url)
    await closed(service.sockets)
  })
})
