import { beforeEach, describe, expect, it } from 'vitest'
import { findBuyerByEmail, getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { hasRead, refusedKeys } from './account-state'
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

describe('a read that is left to be found out', () => {
  it.each([
    ['404 on the path', page(404)],
    ['405 on the path', page(405)],
    ['403', unauthorised],
  ])('is off until restart after %s, and is not asked for again', async (_, answering) => {
    const service = await listener(answering)
    const request = asking(service.url, 'auto')
    expect(await problemIn(sendQuery(listTokens, request))).toMatchObject({ kind: 'notFound', code: 'read_off' })
    expect(await problemIn(sendQuery(listTokens, request))).toMatchObject({ kind: 'notFound', code: 'read_off' })
    expect(service.received).toHaveLength(1)
    expect([listTokens, listSubscriptions, getChargeHistory].map((read) => hasRead(request.merchant, read))).toEqual([
      false,
      true,
      true,
    ])
    expect(refusedKeys()).toEqual([])
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
    const service = await listener(page(404))
    await problemIn(sendQuery(listTokens, asking(service.url, 'auto')))
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
