import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asks, tokenFor } from '@/lib/agents/server/machine-for-tests'
import { turnMachines } from '@/lib/agents/server/switch'
import { listedTools } from '@/lib/agents/tools'
import { database } from '@/lib/database/open'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { overHttp } from '@/lib/testing/over-http'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { root } from '../child.mjs'

const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' })
let standin: Standin
let place: Awaited<ReturnType<typeof overHttp>>
let token: string
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
  place = await overHttp()
  token = await tokenFor(dashboard, 'agent')
})
afterAll(async () => {
  await place.close()
  await standin.close()
})

const program = (name: string) => ['--import', 'tsx', `scripts/${name}.ts`]
const around = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' } // of the dashboard's own environment nothing is given
const usual = () => ({ ...around, DESK_URL: place.address, DESK_TOKEN: token })

function started(name: string, given: string[], env: Record<string, string> = usual()): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...program(name), ...given], { cwd: root, env: { ...env, NODE_ENV: 'test' } })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function run(name: string, given: string[], env?: Record<string, string>, input = '') {
  const child = started(name, given, env)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  child.stdin.on('error', () => {}) // one that has ended reads nothing
  child.stdin.end(input)
  return { code: await new Promise<number | null>((resolve) => child.once('close', resolve)), ...said }
}

async function bridged(env = usual()) {
  const transport = new StdioClientTransport({ command: process.execPath, args: program('mcp'), cwd: root, env })
  const client = new Client({ name: 'a-test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, pid: transport.pid ?? 0 }
}

describe('npm run mcp', () => {
  it('carries the tools to the public client', async () => {
    const { client } = await bridged()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(listedTools.map(({ name }) => name))
    const { says } = await asks(client, 'read_buyer', { buyerId: ids.cascade.buyer })
    expect(says).toMatchObject({ buyerId: ids.cascade.buyer, who: '•••••' })
  })

  it('carries the newest revision, too, which says in headers what the message says', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'a-test', version: '1' },
    }
    const params = { name: 'read_buyer', arguments: { buyerId: ids.nothing.buyer }, _meta: meta }
    const { out, code } = await run(
      'mcp',
      [],
      usual(),
      `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })}\n`,
    )
    expect([code, JSON.parse(out)]).toMatchObject([0, { id: 7, result: { isError: false } }])
  })

  it('carries 1,000 calls without growing', { timeout: 120_000 }, async () => {
    // A door that answers as the real one does, so that its limits don't end this.
    const text = JSON.stringify({
      hits: Array.from({ length: 10 }, (_, at) => ({ buyerId: ids.cascade.buyer, why: `x${at}`.repeat(300) })),
    })
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const { id, method } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { id?: number; method: string }
      if (id === undefined) return response.writeHead(202).end()
      const results: Record<string, object> = {
        initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
        'tools/call': { content: [{ type: 'text', text }] },
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    onTestFinished(() => void server.close().closeAllConnections())
    const { port } = server.address() as { port: number }
    // Little room, so that what the process holds is what it keeps, and not what the engine hasn’t swept yet.
    const small = { NODE_OPTIONS: '--max-semi-space-size=1 --max-old-space-size=40' }
    const { client, pid } = await bridged({ ...usual(), ...small, DESK_URL: `http://127.0.0.1:${port}` })
    const call = () => client.callTool({ name: 'find_buyer', arguments: { text: 'Nobody' } })
    const grown: number[] = []
    for (let hundred = 0; hundred < 10; hundred += 1) {
      for (let at = 0; at < 10; at += 1) await Promise.all(Array.from({ length: 10 }, call))
      grown.push(await residentOf(pid))
    }
    expect(Math.max(...grown.slice(5))).toBeLessThan(Math.max(...grown.slice(0, 5)) * 1.15)
  })

  it.each([
    ['without an address', { DESK_URL: '' }, 'Set DESK_URL to the address'],
    ['without a token', { DESK_TOKEN: '' }, 'Set DESK_TOKEN to a machine’s token'],
    ['with a wrong token', { DESK_TOKEN: `cfa_${'x'.repeat(43)}` }, 'This token is missing, wrong, expired or revoked'],
    ['where nobody answers', { DESK_URL: 'http://127.0.0.1:9' }, 'isn’t responding'],
  ])('ends with 1 and one sentence %s', async (_, env, words) => {
    const { code, out, err } = await run('mcp', [], { ...usual(), ...env })
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1])
    expect(err).toContain(words)
  })

  it('ends with 1 once machines are turned off, and answers whoever waits first', async () => {
    const { client } = await bridged()
    await client.listTools()
    await turnMachines(somebody('x', 'agent'), 'off')
    onTestFinished(() => turnMachines(somebody('x', 'admin'), 'on'))
    const ended = new Promise<void>((resolve) => (client.onclose = resolve))
    await expect(client.listTools()).rejects.toThrow(/All machines are turned off/)
    await ended
  })

  it('ends when nobody reads any more', async () => {
    const child = started('mcp', [])
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    child.stdin.on('error', () => {})
    child.stdout.destroy()
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })}\n`)
    expect(await ended).toBe(0)
  })

  it('says of a line that is no message that it is none, and goes on', async () => {
    const lines = ['nonsense', '[]', `{"x":"${'x'.repeat(100_000)}"}`, JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })]
    const { code, out } = await run('mcp', [], usual(), `${lines.join('\n')}\n`)
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number } })
    expect([code, answers.filter(({ error }) => error?.code === -32_700).length, answers.some(({ id }) => id === 2)]).toEqual([
      0,
      3,
      true,
    ])
  })
})

/** What a program holds in memory, in KiB. */
async function residentOf(pid: number): Promise<number> {
  await wait(0)
  const { out } = await new Promise<{ out: string }>((resolve) => {
    const child = spawn('ps', ['-o', 'rss=', '-p', String(pid)])
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.once('close', () => resolve({ out }))
  })
  return Number(out)
}

describe('npm run desk', () => {
  const wanted = {
    params: { buyerId: ids.settledTwice.buyer, subscriptionId: ids.settledTwice.subscription },
    body: { autochargeStatus: false, reason: 'Not used' },
  }
  const asked = { ...wanted, reason: 'Not used', ticket: 'T-1', source: { where: 'ticket T-1', quote: 'Please stop it' } }

  it('answers for people and as JSON', async () => {
    const [listed, found, charges, effect] = await Promise.all([
      run('desk', ['tools']),
      run('desk', ['find', 'tainara@example.test']),
      run('desk', ['charges', ids.cascade.buyer]),
      run('desk', ['explain', ids.cascade.buyer, ids.cascade.order, '--json']),
    ])
    expect([listed.code, found.code, charges.code, effect.code]).toEqual([0, 0, 0, 0])
    expect(listed.out).toMatch(/propose_action +Propose an action +asks a person/)
    expect(found.out).toContain(ids.cascade.buyer)
    expect(charges.out).toMatch(/order id +day +product \(unchecked\)/)
    expect(JSON.parse(effect.out)).toMatchObject({ orderId: ids.cascade.order })
    expect(found.out + charges.out + effect.out).not.toMatch(/tainara/i)
  })

  it('proposes once, however often it is run, and says how that stands', async () => {
    const propose = () => run('desk', ['propose', 'autochargeOff', '-', '--json'], usual(), JSON.stringify(asked))
    await run('desk', ['buyer', asked.params.buyerId])
    const { id } = JSON.parse((await propose()).out) as { id: string }
    expect(JSON.parse((await propose()).out)).toMatchObject({ id, state: 'waiting' })
    expect((await run('desk', ['proposal', id])).out).toMatch(/state +waiting/)
    const { count } = await (await database())
      .selectFrom('approvals')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect([count, standin.received().filter(({ method }) => method !== 'GET')]).toEqual([1, []])
  })

  const file = JSON.stringify(asked)
  const other = { ...asked, key: 'a2f3a9a5-1d2e-4c3b-8a4d-5e6f708192a3' }
  it.each<[string, number, string[], Record<string, string>, string]>([
    ['nothing', 2, [], {}, ''],
    ['an unknown command', 2, ['delete', 'x'], {}, ''],
    ['no address', 2, ['tools'], { DESK_URL: '' }, ''],
    ['a file that is no JSON', 2, ['price', '-'], {}, 'x'],
    ['an id that is none', 3, ['buyer', 'x'], {}, ''],
    ['a verb that no machine proposes', 3, ['propose', 'renewNow', '-'], {}, file],
    ['an order that is none of the buyer’s', 4, ['explain', ids.cascade.buyer, 'none'], {}, ''],
    ['an unknown proposal', 4, ['proposal', ids.cascade.buyer], {}, ''],
    ['a wrong token', 5, ['tools'], { DESK_TOKEN: `cfa_${'x'.repeat(43)}` }, ''],
    ['another merchant account', 5, ['tools', '--merchant', 'southbay'], {}, ''],
    [
      'an effect that was never previewed',
      6,
      ['propose', 'changeEmail', '-'],
      {},
      JSON.stringify({
        ...other,
        params: { buyerId: ids.yen.buyer },
        body: { email: 'x@example.test' },
        effectHash: '0'.repeat(64),
      }),
    ],
    ['nobody there', 7, ['tools'], { DESK_URL: 'http://127.0.0.1:9' }, ''],
  ])('ends at %s with %i', async (_, code, given, env, input) => {
    const ended = await run('desk', given, { ...usual(), ...env }, input)
    expect([ended.code, ended.out, ended.err.length > 10]).toEqual([code, '', true])
  })

  it('ends with 8 where it was too much', async () => {
    const few = { ...usual(), DESK_TOKEN: await tokenFor(dashboard, 'agent', { readsAMinute: 1 }) }
    await run('desk', ['find', 'Nobody'], few)
    expect(await run('desk', ['find', 'Nobody'], few)).toMatchObject({
      code: 8,
      err: expect.stringMatching(/limit is 1 calls a minute/),
    })
  })
})
