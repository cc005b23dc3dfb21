import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { getChargeHistory, listTokens } from '@/lib/operations/queries'
import { buyerId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendCommand, sendQuery } from './ask'
import { askForOrders, type Unread } from './ask-for-orders'

beforeEach(() => startWith({ SERVICE_MAX_ANSWER_BYTES: String(3 * 1024 * 1024), SERVICE_READ_TIMEOUT_MS: '4000' }))

const reading = (url: string) => sendQuery(listTokens, requestTo(url, { params: { buyerId } }))
const readingHistory = (url: string) => sendQuery(getChargeHistory, requestTo(url, { params: { buyerId } }))
const making = (url: string) => sendCommand(createBuyer, requestTo(url, { body: validBodies.createBuyer }))

describe('a redirect is never followed, for it would carry our signature away (A26)', () => {
  const redirect =
    (status: number, location: string): Answering =>
    (response) => {
      response.writeHead(status, { location }).end()
    }

  it.each([301, 302, 303, 307, 308])('with %s, to another host', async (status) => {
    const trap = await listener(json(200, { data: [] }))
    const service = await listener(redirect(status, `${trap.url}/api/v3/buyers/${buyerId}/tokens`))
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'redirected' })
    expect(await failureIn(making(service.url))).toMatchObject({ proves: 'unknown', code: 'redirected' })
    expect(trap.received).toEqual([])
    expect(service.received).toHaveLength(2)
  })

  it.each(['/elsewhere', 'http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', '//evil.test/', ''])(
    'to %j',
    async (location) => {
      const service = await listener(redirect(302, location))
      expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'redirected' })
      expect(service.received).toHaveLength(1)
    },
  )
})

describe('an answer that is too large is cut off (F28)', () => {
  const kibibyte = 'x'.repeat(1024)

  /** Writes for ever, and tells how much the other side took before it hung up. */
  const endless = (taken: { bytes: number; hungUp: Promise<void> }): Answering => {
    return (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":"')
      taken.hungUp = new Promise((resolve) => response.on('close', resolve))
      const more = () => {
        while (!response.destroyed) {
          taken.bytes += 1024
          if (!response.write(kibibyte)) return void response.once('drain', more)
        }
      }
      more()
    }
  }

  it.each([
    ['1 MiB for most', reading, 1],
    ['as much as is configured for the charge history', readingHistory, 3],
  ])('at %s', async (_, ask, mebibytes) => {
    const taken = { bytes: 0, hungUp: Promise.resolve() }
    const service = await listener(endless(taken))
    expect(await problemIn(ask(service.url))).toMatchObject({ kind: 'unavailable', code: 'upstream_too_large' })
    await taken.hungUp
    expect(taken.bytes).toBeGreaterThan(mebibytes * 1024 * 1024)
    expect(service.received).toHaveLength(1)
  })

  it('and leaves a command unconfirmed', async () => {
    const service = await listener(endless({ bytes: 0, hungUp: Promise.resolve() }))
    expect(await failureIn(making(service.url))).toMatchObject({ proves: 'unknown', code: 'upstream_too_large' })
  })

  it('but not a byte below the limit', async () => {
    const whole = JSON.stringify({ data: [], filler: '' })
    const service = await listener(json(200, { data: [], filler: 'x'.repeat(1024 * 1024 - whole.length) }))
    expect((await reading(service.url)).data).toEqual([])
  })

  it('packed, it is never unpacked', async () => {
    const bomb = gzipSync(Buffer.from(`{"data":[],"filler":"${'0'.repeat(5_000_000)}"}`))
    const service = await listener((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
    })
    expect(bomb.length).toBeLessThan(10_000)
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'bad_json' })
    expect(service.received[0]?.headers).not.toHaveProperty('accept-encoding')
  })
})

describe('an answer that names a key twice is not read, for two readers may rest on two of its values', () => {
  const text =
    (status: number, body: string): Answering =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
  const streamed = async (url: string) => {
    const onOrder = (order: Unread) => order.check()
    const request = requestTo(url, { params: { buyerId } })
    return failureIn(askForOrders(request, { deadlineMs: 4_000, signal: new AbortController().signal, onOrder }))
  }

  it('so a command is unconfirmed and a read in trouble', async () => {
    const service = await listener(text(201, `{"data":{"id":"${buyerId}","id":"${buyerId}"}}`))
    expect(await failureIn(making(service.url))).toMatchObject({ proves: 'unknown', code: 'bad_json' })
    const other = await listener(text(200, '{"data":[],"data":[]}'))
    expect(await problemIn(reading(other.url))).toMatchObject({ kind: 'unavailable', code: 'bad_json' })
  })

  it.each([
    ['in an order', '{"data":[{"orderId":"a","orderId":"b"}],"meta":{}}'],
    ['around the orders', '{"data":[],"meta":{"total":1,"total":2}}'],
    ['as the list itself', '{"data":[],"data":[{"orderId":"b"}]}'],
    ['as the list itself, spelt otherwise', '{"data":[],"d\\u0061ta":[{"orderId":"b"}]}'],
  ])('nor a history order by order: %s', async (_, body) => {
    const service = await listener(text(200, body))
    expect(await streamed(service.url)).toMatchObject({ proves: 'unknown', code: 'bad_json' })
  })
})

it('an answer nested deeper than a stack is high is a fault of the service, not of ours', async () => {
  const deep = `{"data":[],"more":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const service = await listener((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(deep)
  })
  expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'bad_json' })
})
