import { randomUUID } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenFor } from '@/lib/agents/server/machine-for-tests'
import { tools } from '@/lib/agents/tools'
import { proposable } from '@/lib/agents/verbs'
import { database } from '@/lib/database/open'
import { validBodies } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from '@/lib/testing/dashboard'
import { overHttp } from '@/lib/testing/over-http'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'

/** How many calls are made: `MACHINE_CALLS=10000` for the long run. */
const calls = Number(process.env.MACHINE_CALLS ?? 300)

const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' })
let standin: Standin
let place: Awaited<ReturnType<typeof overHttp>>
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
  place = await overHttp()
})
afterAll(async () => {
  await place.close()
  await standin.close()
})

const buyers = [ids.cascade, ids.settledTwice, ids.threeTokens, ids.yen].map(({ buyer }) => buyer)
const things = [ids.cascade.activeSubscription, ids.settledTwice.subscription, ids.threeTokens.subscription, ids.yen.subscription]
const someId = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...buyers, ...things) },
  fc.constantFrom('', '..', 'x'.repeat(99)),
)
const anything = fc.anything({ withBigInt: false, withNullPrototype: false, maxDepth: 3 })
const bodies = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...Object.values(validBodies), { autochargeStatus: false, reason: 'x' }) },
  anything,
)
const verbs = fc.oneof(
  fc.constantFrom(...proposable.map(({ name }) => name)),
  fc.constantFrom('renewNow', 'createBuyer', '__proto__'),
  fc.string(),
)
const params = fc.record({ buyerId: someId, subscriptionId: someId }, { requiredKeys: ['buyerId'] })

const given = fc.oneof(
  fc.record({ text: fc.oneof(fc.string(), fc.constantFrom('tainara@example.test', '0119', 'Wq7LmR2x')) }),
  fc.record(
    { buyerId: someId, orderId: fc.constantFrom('Wq7LmR2x', 'none', '%'), after: fc.string() },
    { requiredKeys: ['buyerId'] },
  ),
  fc.record({ buyerId: someId, body: bodies }),
  fc.record({ verb: verbs, params, body: bodies }),
  fc.record({
    ...{ verb: verbs, params, body: bodies, reason: fc.string(), ticket: fc.constantFrom('T-1', '') },
    ...{ effectHash: fc.constantFrom('0'.repeat(64), 'x'), key: fc.uuid() },
    source: fc.record({ where: fc.string(), quote: fc.string() }),
  }),
  fc.dictionary(fc.string(), anything),
)
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.keys(tools)) },
  fc.constantFrom('renew_now', 'approve', 'decide', '__proto__', 'constructor', ''),
)
/** What a careful client would ask for, of which most is answered. */
const buyerId = fc.constantFrom(...buyers)
const ofSubscription = fc.constantFrom(...buyers.map((buyer, at) => ({ buyerId: buyer, subscriptionId: things[at] })))
const sound: fc.Arbitrary<{ name: string; given: Record<string, unknown> }> = fc.oneof(
  fc.constantFrom('tainara@example.test', 'Wq7LmR2x', '0119').map((text) => ({ name: 'find_buyer', given: { text } })),
  buyerId.map((id) => ({ name: 'read_buyer', given: { buyerId: id } })),
  buyerId.map((id) => ({ name: 'charge_history', given: { buyerId: id } })),
  fc.tuple(ofSubscription, fc.boolean()).map(([to, on]) => ({
    name: 'preview_effect',
    given: {
      verb: on ? 'autochargeOn' : 'autochargeOff',
      params: to,
      body: on ? { autochargeStatus: true } : { autochargeStatus: false, reason: 'x' },
    },
  })),
)
/** What no client would send: over the socket as it is. */
const rough = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom(
    '['.repeat(30_000),
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_buyer","name":"propose_action"}}',
  ),
  fc
    .record({
      jsonrpc: fc.constant('2.0'),
      id: anything,
      method: fc.constantFrom('tools/call', 'resources/read', 'sampling/createMessage'),
      params: anything,
    })
    .map((each) => JSON.stringify(each)),
)
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ name, given }) },
  { weight: 3, arbitrary: sound },
  { weight: 1, arbitrary: fc.record({ rough }) },
)

it(`${calls} calls of any kind send nothing, and each is written down`, { timeout: 60_000 + calls * 200 }, async () => {
  const many = { readsAMinute: 1_000_000, proposalsAnHour: 1_000_000, waitingMost: 1_000_000 }
  const token = await tokenFor(dashboard, 'manager', many)
  const authorization = `Bearer ${token}`
  const address = new URL('/api/mcp', place.address)
  const client = new Client({ name: 'a-test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers: { authorization } } }))
  const ended = new Map<string, number>()
  let called = 0
  const one = async (each: { name: string; given: Record<string, unknown> } | { rough: string }) => {
    if ('rough' in each) {
      const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      expect((await fetch(address, { method: 'POST', headers, body: each.rough })).status).toBeLessThan(500)
      return
    }
    // A number that could be a card's is refused before it is a call.
    const answer = await client.callTool({ name: each.name, arguments: each.given }).catch((cause: unknown) => {
      if (!String(cause).includes('"card_number"')) throw cause
      return null
    })
    if (answer === null) return
    called += 1
    const { content, isError } = answer
    const said = (content as { text: string }[])[0]?.text ?? ''
    expect(Buffer.byteLength(said)).toBeLessThan(20_000)
    const how =
      isError === true ? String((JSON.parse(said) as { code?: string; error: string }).code ?? JSON.parse(said).error) : 'done'
    expect(said).not.toContain('"internal"')
    ended.set(how, (ended.get(how) ?? 0) + 1)
    const { effectHash } = JSON.parse(said) as { effectHash?: string }
    if (effectHash === undefined) return
    const why = { reason: 'x', ticket: 'T-1', source: { where: 'a ticket', quote: 'x' }, key: randomUUID() }
    await one({ name: 'propose_action', given: { ...each.given, ...why, effectHash } })
  }
  await fc.assert(fc.asyncProperty(act, one), { numRuns: calls, endOnFailure: true })
  expect(standin.received().filter(({ method, path }) => method !== 'GET' && !path.endsWith('/bundles'))).toEqual([])
  const { count } = await (await database())
    .selectFrom('agent_calls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThanOrEqual(called)
  expect(ended.get('done')).toBeGreaterThan(calls / 10)
  if (calls > 1_000) console.log(Object.fromEntries(ended))
})
