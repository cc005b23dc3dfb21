import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { ask } from '@/lib/commands/server/approval-handlers'
import { exportJournal } from '@/lib/commands/server/journal-handlers'
import { isObject } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { pathFor } from '@/lib/operations/path'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from './dashboard'
import { northwind } from './environment'
import { type Answering, json, listener } from './listener'
import { routes } from './routes'

/** Everything that would have gone to stdout. */
const lines = vi.hoisted(() => {
  process.env.LOG_LEVEL = 'debug'
  const written: string[] = []
  const made = globalThis as { counterfoil?: Map<string, unknown> }
  made.counterfoil = new Map([['log-destination', { write: (line: string) => void written.push(line) }]])
  return written
})

const dashboard = new Dashboard({ merchants: [northwind] })
const commands = Object.values(operations).filter((operation) => operation.kind === 'command') as Operation<'command'>[]

let planted = 0
/** No two alike, in each way that an address may be written. */
const canary = () => {
  planted += 1
  const signs = ['@', '@', '%40', '＠']
  return `canary.${planted}${signs[planted % signs.length]}planted.example.test`
}
/** What is left of one wherever it is not masked. */
const traces = /canary|planted\.example/i

/** The body with a canary in the place of each of its texts, and as the name of a field of each of its objects, one at a time. */
function plantedIn(value: unknown): unknown[] {
  if (typeof value === 'string') return [canary(), `${value} ${canary()}`]
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      plantedIn(each).map((other) => value.map((one, place) => (place === index ? other : one))),
    )
  if (!isObject(value)) return []
  const inside = Object.entries(value).flatMap(([key, each]) => plantedIn(each).map((other) => ({ ...value, [key]: other })))
  return [...inside, { ...value, [canary()]: canary() }, { ...value, url: canary() }]
}

const paramsOf = (operation: Operation) =>
  Object.fromEntries(
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name === 'buyerId' ? buyerId : subscriptionId]),
  ) as Record<string, string>

const headers = [
  ...['x-action-id', 'x-ticket', 'x-shown-version', 'x-acknowledged-action', 'x-undoes', 'x-merchant', 'x-buyer-ip'],
  ...['x-analytics-client-id', 'x-confirmed-renewal', 'user-agent'],
]

const quoting: Answering = (response, { body, url }, request) => {
  const of = canary()
  const errors = [{ field: `metaData.${of}`, title: `${of} in ${body} at ${url}`, values: [of] }]
  json(422, { code: 2001, message: `No ${of}`, traceId: of, errors })(response, { body, url, method: '', headers: {} }, request)
}
const accepting: Answering = (response, given, request) => {
  const data = {
    id: subscriptionId,
    url: 'https://pay.example.test/1',
    status: 'active',
    statusInfo: [],
    reason: canary(),
    [canary()]: 1,
  }
  json(given.url.includes('initials') || given.url.endsWith('/buyers') ? 201 : 200, { data })(response, given, request)
}

/** Latin letters alone may stand in a header. */
const inHeader = () => canary().replace('＠', '@')

async function plantEverywhere(operation: Operation<'command'>): Promise<void> {
  const params = paramsOf(operation)
  const body = (validBodies as Record<string, object | undefined>)[operation.name]
  for (const name of Object.keys(params)) await dashboard.ask(operation, { params: { ...params, [name]: canary() }, body })
  for (const name of headers) await dashboard.ask(operation, { params, body, headers: { [name]: inHeader() } })
  for (const other of plantedIn(body)) {
    await dashboard.ask(operation, { params, body: other })
    const wanted = { operation: operation.name, params, body: other, buyerAddress: null, actionId: randomUUID() }
    await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', { body: { ...wanted, ticket: canary() } })
  }
  const named = { operation: operation.name, params: { ...params, [canary()]: canary() }, body, actionId: randomUUID() }
  for (const wanted of [named, { ...named, operation: canary() }, { ...named, params: { buyerId: canary() } }])
    await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', {
      body: { ...wanted, buyerAddress: null, ticket: null },
    })
}

async function leaks(): Promise<string[]> {
  const store = await database()
  const found = lines.filter((line) => traces.test(line))
  for (const table of ['journal', 'actions', 'approvals'] as const)
    for (const row of await store.selectFrom(table).selectAll().execute())
      for (const [column, value] of Object.entries(row)) if (traces.test(`${value}`)) found.push(`${table}.${column}: ${value}`)
  return found
}

test.each([
  ['refuses and quotes it', quoting],
  ['accepts it', accepting],
] satisfies [string, Answering][])(
  'no personal value gets into the journal, whether as path, header, key, id or value, where the service %s',
  async (_, answering) => {
    dashboard.serviceAt((await listener(answering)).url)
    for (const operation of commands) await plantEverywhere(operation)
    const store = await database()
    const states = await store.selectFrom('actions').select(['operation', 'state']).distinct().execute()
    expect(new Set(states.map(({ operation }) => operation)).size).toBe(commands.length) // each was begun, or nothing was tried
    expect((await store.selectFrom('approvals').select('id').execute()).length).toBeGreaterThanOrEqual(20)
    expect(await leaks()).toEqual([])
  },
)

test('what is asked of the journal, and by whom it is refused, names nobody either', async () => {
  for (const name of ['ticket', 'person', 'buyerId', 'merchant', 'operation'])
    await dashboard.call(serveDashboard('read', exportJournal), 'GET', '/api/desk/journal/export', {
      as: 'manager',
      search: `?${new URLSearchParams({ [name]: canary() })}`,
    })
  for (const operation of commands)
    await dashboard.call(
      serveDashboard('settings', async () => ({})),
      operation.method,
      pathFor(operation, paramsOf(operation)),
      {
        headers: { 'x-merchant': inHeader() },
      },
    )
  const store = await database()
  expect(
    (await store.selectFrom('journal').select('kind').where('kind', 'in', ['exported', 'forbidden']).execute()).length,
  ).toBeGreaterThan(1)
  expect(await leaks()).toEqual([])
})

/** The ways in which a browser, and a program, may write a value into an address. */
const written = [(text: string) => text, encodeURIComponent, (text: string) => encodeURIComponent(text).toLowerCase()]

test('who is refused by right is shown nothing of the values of a path, and leaves nothing of them behind', async () => {
  const store = await database()
  const named = (await routes()).filter(({ path }) => path.startsWith('/api/desk/') && path.includes('{'))
  const refused = new Set<string>()
  for (const { method, path, handler } of named)
    for (const as of ['agent', 'finance', 'manager'] as const)
      for (const write of written) {
        const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, canary()]))
        const address = path.replace(/\{(\w+)\}/g, (_, name: string) => write(params[name] ?? ''))
        const answer = await dashboard.call(handler as never, method, address, {
          as,
          params,
          body: method === 'GET' ? undefined : {},
        })
        if (answer.status !== 403) continue
        refused.add(`${method} ${path}`)
        expect(await answer.text()).not.toMatch(traces)
      }
  const noted = await store.selectFrom('journal').select('detail').where('kind', '=', 'forbidden').execute()
  expect(refused.size).toBeGreaterThan(5)
  for (const one of refused) expect(noted.some(({ detail }) => detail.includes(`"path":"${one.split(' ')[1]}"`))).toBe(true)
  expect(await leaks()).toEqual([])
})
