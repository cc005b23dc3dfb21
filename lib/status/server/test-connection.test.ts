import { beforeEach, describe, expect, it } from 'vitest'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { json, type Listener, listener } from '@/lib/testing/listener'
import { routes } from '@/lib/testing/routes'
import { startStandin } from '@/standin/start'

const dashboard = new Dashboard()
const path = '/api/desk/merchants/{code}/test'
const [route] = (await routes()).filter((each) => each.path === path)
const test = async (as: 'admin' | 'manager' = 'admin', code = 'northwind') => {
  const answer = await dashboard.call(route?.handler as never, 'POST', path, { as, params: { code } as never, body: {} })
  return { status: answer.status, result: await answer.json() }
}

const notFound = { code: 3000, message: 'Entity not found', traceId: 't-1' }
let service: Listener
const serviceIs = async (...answering: Parameters<typeof listener>) => {
  service = await listener(...answering)
  dashboard.serviceAt(service.url)
}

describe('a connection test', () => {
  beforeEach(() => serviceIs(json(404, notFound)))

  it('tells that the service answers, takes our keys, and what it offers, by reads that change nothing', async () => {
    const { result } = await test()
    expect(result).toMatchObject({ reachable: true, keys: 'accepted', trouble: null, ms: expect.any(Number) })
    expect(result.reads.map(({ state }: { state: string }) => state)).toEqual(['on', 'on', 'on', 'on'])
    expect(Math.abs(result.clockDifference)).toBeLessThan(5)
    expect(service.received.every(({ method }) => method === 'GET')).toBe(true)
    expect(service.received[0]?.headers['x-buyer-ip']).toBe(northwind.fallbackBuyerIp)
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${northwind.secretKey}|${northwind.publicKey}`))
  })

  it('of refused keys says so, and by how much the clocks differ (F14)', async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString()
    await serviceIs(json(401, { code: 0, message: 'No', traceId: 't-1' }, { date }))
    const { result } = await test()
    expect(result).toMatchObject({ reachable: true, keys: 'refused', trouble: { title: 'The service refused our keys' } })
    expect(result.clockDifference).toBeLessThan(-3_500)
    expect(result.trouble.detail).toMatch(/clock and the service’s differ by 3[56]\d\d s/)
    expect(service.received).toHaveLength(1)
  })

  it('of a service that is not there says that it does not answer', async () => {
    dashboard.serviceAt('http://127.0.0.1:9')
    expect((await test()).result).toMatchObject({ reachable: false, keys: 'unknown', ms: null, clockDifference: null })
  })

  it('tries again what was turned off', async () => {
    let offers = false
    await serviceIs((...given) =>
      (offers || given[1].url.includes('charge/history') ? json(404, notFound) : json(405, {}))(...given),
    )
    const states = async () => (await test()).result.reads.map(({ state }: { state: string }) => state)
    expect(await states()).toEqual(['off', 'off', 'off', 'off'])
    offers = true
    expect(await states()).toEqual(['on', 'on', 'on', 'on'])
  })

  it('passes at the stand-in, whose rules are its own', async () => {
    const standin = await startStandin()
    dashboard.serviceAt(standin.url)
    const { result } = await test()
    await standin.close()
    expect([result.reachable, result.keys]).toEqual([true, 'refused']) // these keys are none of its accounts
  })

  it('is for admins, of accounts there are', async () => {
    expect([(await test('manager')).status, (await test('admin', 'nobody')).status]).toEqual([403, 404])
  })
})
