import { beforeEach, describe, expect, it } from 'vitest'
import { type Role, roles } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from './dashboard'
import { json, type Listener, listener } from './listener'
import { routes } from './routes'

const dashboard = new Dashboard()
const params = { buyerId, subscriptionId, email: 'a@example.test' }
let service: Listener
beforeEach(async () => {
  service = await listener(json(422, { code: 3000, message: 'Not today', traceId: 't-1' }))
  dashboard.serviceAt(service.url)
})

// product.md, Rights: everybody reads; finance does not act.
const mayAsk = (role: Role, { kind }: Operation) => kind === 'query' || role !== 'finance'
const matrix = roles.flatMap((role) =>
  (Object.values(operations) as Operation[]).map((operation) => ({
    role,
    operation,
    name: operation.name,
    may: mayAsk(role, operation),
  })),
)

describe('who may ask for what is checked on every request (A06)', () => {
  it.each(matrix.filter(({ may }) => may))('$role: $name is sent', async ({ role, operation }) => {
    const body = (validBodies as Record<string, object>)[operation.name]
    await dashboard.ask(operation, { as: role, params, body })
    expect(service.received).toHaveLength(1)
  })

  it.each(matrix.filter(({ may }) => !may))(
    '$role: $name is forbidden, nothing is sent, and it is in the journal',
    async ({ role, operation }) => {
      const body = (validBodies as Record<string, object>)[operation.name]
      const answer = await dashboard.ask(operation, { as: role, params, body })
      expect([answer.status, answer.headers.get('x-outcome')]).toEqual([403, 'not-sent'])
      expect(await answer.json()).toMatchObject({ kind: 'forbidden', detail: 'This needs the agent role.' })
      expect(service.received).toEqual([])
      const entries = (await database()).selectFrom('journal').select(['kind', 'person', 'operation']).orderBy('seq', 'desc')
      expect(await entries.executeTakeFirst()).toEqual({ kind: 'forbidden', person: `The ${role}`, operation: operation.name })
    },
  )
})

describe('the operations stand where the service has them', () => {
  it.each(Object.values(operations).map(({ name, method, path }) => ({ name, method, path })))(
    '$name: $method $path',
    async ({ method, path }) => {
      expect((await routes()).filter((route) => route.method === method && route.path === path)).toHaveLength(1)
    },
  )

  it('and nothing else stands at the service’s paths', async () => {
    const declared = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
    const there = (await routes()).map(({ method, path }) => `${method} ${path}`).filter((line) => / \/api\/v\d/.test(line))
    expect(there.sort()).toEqual(declared.sort())
  })
})
