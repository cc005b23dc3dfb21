import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findBuyerByEmail, getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { absentForMs, hasRead, refusedKeys } from './account-state'
import { sendQuery } from './ask'

beforeEach(() => startWith())

const page =
  (status: number): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
  }
const unauthorised = json(403, { uuid: null, message: 'Unauthorized service use is forbidden', code: 0, traceId: 't' })
const unknownBuyer = json(404, { uuid: null, message: 'Entity not found', code: 3000, traceId: 't' })
const asking = (url: string, reads: boolean | 'auto') => requestTo(url, { params: { buyerId }, merchant: { reads } })

/** A service that knows the charge history of nobody, and answers any other path like this. */
const beside =
  (answering: Answering): Answering =>
  (...given) =>
    (given[1].url.includes('charge/history') ? unknownBuyer : answering)(...given)

describe('a read that is left to be found out', () => {
  it.each([
    ['404 on the path, twice', page(404), 3],
    ['405 on the path, twice', page(405), 3],
    ['403', unauthorised, 1],
  ])('is off after %s, and is not asked for again', async (_, answering, requests) => {
    const service = await listener(beside(answering))
    const request = asking(service.url, 'auto')
    expect(await problemIn(sendQuery(listTokens, request))).toMatchObject({ kind: 'notFound', code: 'read_off' })
    expect(await problemIn(sendQuery(listTokens, request))).toMatchObject({ kind: 'notFound', code: 'read_off' })
    expect(service.received).toHaveLength(requests)
    expect([listTokens, listSubscriptions, getChargeHistory].map((read) => hasRead(request.merchant, read))).toEqual([
      false,
      true,
      true,
    ])
    expect(refusedKeys()).toEqual([])
  })

  it.each([
    ['a page', page(404)],
    ['nothing', (response) => void response.writeHead(404).end()],
    ['another JSON', json(404, { message: 'no Route matched' })],
  ] satisfies [string, Answering][])(
    'stays on after a single 404 with %s, and what it then says is taken',
    async (_, gateways) => {
      let isFirst = true
      const service = await listener(
        beside((...given) => {
          const answering = isFirst ? gateways : json(200, { data: [] })
          isFirst = false
          answering(...given)
        }),
      )
      const request = asking(service.url, 'auto')
      expect(await sendQuery(listTokens, request)).toMatchObject({ data: [] })
      expect(hasRead(request.merchant, listTokens)).toBe(true)
    },
  )

  it.each([
    ['a page', page(404)],
    ['nothing', (response) => void response.writeHead(404).end()],
    ['another JSON', json(404, { message: 'no Route matched' })],
    ['a fault', page(503)],
  ] satisfies [string, Answering][])('stays on while a gateway answers for the whole service, with %s', async (_, gateways) => {
    const service = await listener((...given) => (given[1].url.includes('tokens') ? page(404) : gateways)(...given))
    const request = asking(service.url, 'auto')
    for (const _ of [1, 2])
      expect(await problemIn(sendQuery(listTokens, request))).toMatchObject({ kind: 'unavailable', code: 'no_such_path' })
    expect(hasRead(request.merchant, listTokens)).toBe(true)
  })

  it.each([
    ['nothing was there', page(404)],
    ['it was refused', unauthorised],
  ])('is asked for again ten minutes after %s, without a restart', async (_, answering) => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'] })
    let offers = false
    const service = await listener(beside((...given) => (offers ? json(200, { data: [] }) : answering)(...given)))
    const request = asking(service.url, 'auto')
    await problemIn(sendQuery(listTokens, request))
    offers = true
    vi.setSystemTime(Date.now() + absentForMs - 1)
    expect(await problemIn(sendQuery(listTokens, request))).toMatchObject({ code: 'read_off' })
    vi.setSystemTime(Date.now() + 1)
    expect(await sendQuery(listTokens, request)).toMatchObject({ data: [] })
    expect(hasRead(request.merchant, listTokens)).toBe(true)
  })

  it.each([
    ['an unknown buyer', unknownBuyer],
    ['a fault', page(500)],
    ['something between that answers 403', page(403)],
    ['something between that answers 400', page(400)],
  ])('stays on after %s', async (_, answering) => {
    const service = await listener(answering)
    const request = asking(service.url, 'auto')
    await problemIn(sendQuery(findBuyerByEmail, { ...request, params: { email: 'a@example.test' } }))
    expect(hasRead(request.merchant, findBuyerByEmail)).toBe(true)
  })

  it('is off for one account and on for another', async () => {
    const service = await listener(beside(page(404)))
    const request = asking(service.url, 'auto')
    await problemIn(sendQuery(listTokens, request))
    expect(hasRead(request.merchant, listTokens)).toBe(false)
    expect(hasRead(requestTo('', { merchant: { code: 'southbay' } }).merchant, listTokens)).toBe(true)
  })
})

it('a read that is configured as absent is never sent', async () => {
  const service = await listener(json(200, { data: [] }))
  expect(await problemIn(sendQuery(listTokens, asking(service.url, false)))).toMatchObject({ kind: 'notFound', code: 'read_off' })
  expect(service.received).toEqual([])
})

it('a read that is configured as there stays on, and what it is refused is told as it is', async () => {
  const service = await listener(page(404))
  expect(await problemIn(sendQuery(listTokens, asking(service.url, true)))).toMatchObject({
    kind: 'unavailable',
    code: 'no_such_path',
  })
  expect(hasRead(asking(service.url, true).merchant, listTokens)).toBe(true)
})

it('an operation of the interface document is never turned off', async () => {
  const service = await listener(page(404))
  await problemIn(sendQuery(getChargeHistory, asking(service.url, 'auto')))
  await problemIn(sendQuery(getChargeHistory, asking(service.url, 'auto')))
  expect(service.received).toHaveLength(2)
})
