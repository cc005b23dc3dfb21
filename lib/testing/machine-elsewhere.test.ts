import { beforeEach, describe, expect, it } from 'vitest'
import { tokenFor } from '@/lib/agents/server/machine-for-tests'
import { sessionCookie } from '@/lib/people/server/session-cookie'
import { Dashboard } from './dashboard'
import { json, type Listener, listener } from './listener'
import { routes } from './routes'

const dashboard = new Dashboard({ AGENTS: 'on' })
let service: Listener
let token: string
beforeEach(async () => {
  service = await listener(json(200, { data: [], meta: [] }))
  dashboard.serviceAt(service.url)
  token = await tokenFor(dashboard, 'admin')
})

/** What is open to everybody, or asks for something else than a session, with what it answers a machine that shows its token. */
const open: Record<string, number> = {
  'GET /api/desk/health/live': 200,
  'GET /api/desk/health/ready': 200,
  'GET /api/desk/metrics': 401,
  'GET /api/desk/stopping': 503,
}
const id = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const elsewhere = (await routes()).filter(({ path }) => path !== '/api/mcp' && !path.startsWith('/api/auth/'))

describe('the token of a machine, of an admin’s even, at any other address', () => {
  it.each(elsewhere)('is worth nothing at $method $path', async ({ method, path, handler }) => {
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, id]))
    const ways: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { cookie: `${sessionCookie().name}=${token}` },
      { 'x-api-key': token },
    ]
    for (const headers of ways) {
      const asked = { params, as: null, headers, ...(method === 'GET' ? {} : { body: {} }) }
      const { status } = await dashboard.call(handler, method, path, asked)
      const expected = open[`${method} ${path}`]
      if (expected === undefined) expect([401, 403, 404, 405]).toContain(status)
      else expect([expected, 200]).toContain(status)
    }
    expect(service.received).toEqual([])
  })
})
