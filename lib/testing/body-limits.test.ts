import { beforeEach, describe, expect, it } from 'vitest'
import { operations } from '@/lib/operations'
import { validBodies } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from './dashboard'
import { refusalIn } from './endings'
import { dashboardOrigin } from './environment'
import { json, type Listener, listener } from './listener'
import { routes } from './routes'

const dashboard = new Dashboard()
let service: Listener
beforeEach(async () => {
  service = await listener(json(204, undefined))
  dashboard.serviceAt(service.url)
})

const refused = (answer: Response) => refusalIn(answer, service)

describe('a body has at most 64 KiB (F29)', () => {
  const maxBytes = 64 * 1024
  const sized = (bytes: number) => JSON.stringify({ ...validBodies.createBuyer, buyerMeta: { a: '' } }).length - bytes
  const body = (bytes: number) => JSON.stringify({ ...validBodies.createBuyer, buyerMeta: { a: 'x'.repeat(-sized(bytes)) } })

  it('of exactly that it is let through', async () => {
    expect(body(maxBytes)).toHaveLength(maxBytes)
    await dashboard.ask(operations.createBuyer, { body: body(maxBytes) })
    expect(service.received[0]?.body).toHaveLength(maxBytes)
  })
  it('of one more it is refused', async () => {
    expect(await refused(await dashboard.ask(operations.createBuyer, { body: body(maxBytes + 1) }))).toMatchObject({
      status: 413,
      code: 'too_large',
    })
  })
  it('of 10 MB that are announced it is refused unread', async () => {
    expect(
      await refused(await dashboard.ask(operations.createBuyer, { body: '{}', headers: { 'content-length': '10000000' } })),
    ).toMatchObject({ status: 413 })
  })
  it('in pieces without an announced length it is read no further than that', async () => {
    let pieces = 0
    const endless = new ReadableStream({
      pull(controller) {
        pieces += 1
        controller.enqueue(new Uint8Array(8 * 1024).fill(0x20))
      },
    })
    const headers = {
      cookie: await dashboard.cookie('agent'),
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    }
    const [route] = (await routes()).filter(({ path, method }) => method === 'POST' && path === '/api/v2/buyers')
    const answer = await route?.handler(
      new Request(dashboardOrigin, { method: 'POST', body: endless, duplex: 'half', headers } as RequestInit),
      { params: Promise.resolve({}) },
    )
    expect(answer?.status).toBe(413)
    expect(pieces).toBeLessThan(16)
  })
})
