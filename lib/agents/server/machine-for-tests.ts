import 'server-only'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Role } from '@/lib/core/roles'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import type { Dashboard } from '@/lib/testing/dashboard'
import { dashboardOrigin } from '@/lib/testing/environment'
import { SignedClient } from '@/standin/signed-client'
import { receiveMachine } from './door'
import { makeToken, type NewToken } from './tokens'

const usual = {
  name: 'helpdesk-bot',
  merchants: ['northwind'],
  days: 30,
  readsAMinute: 600,
  proposalsAnHour: 200,
  waitingMost: 100,
}

/** A token of a new machine that works for whoever has a role. */
export async function tokenFor(dashboard: Dashboard, role: Role, given: Partial<NewToken> = {}): Promise<string> {
  const { accountId } = await dashboard.account(role)
  const { token } = await makeToken(somebody('an-admin', 'admin'), { ...usual, accountId, scopes: ['read', 'propose'], ...given })
  return token
}

/** One request at the door, as anybody may send it. */
export const knocks = (init: { method?: string; body?: unknown; headers?: Record<string, string> } = {}): Promise<Response> =>
  receiveMachine(
    new Request(`${dashboardOrigin}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...init.headers },
      body:
        typeof init.body === 'string' ? init.body : JSON.stringify(init.body ?? { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }),
  )

/** The public client, whose requests go straight to the door. */
export async function publicClient(token: string, headers: Record<string, string> = {}): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${dashboardOrigin}/api/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
    fetch: async (url, init) =>
      init?.method === 'POST'
        ? receiveMachine(new Request(url, init))
        : new Response(null, { status: 405, headers: { allow: 'POST' } }),
  })
  const client = new Client({ name: 'a-test', version: '1' })
  await client.connect(transport)
  return client
}

/** What a tool answers, as the JSON in its text. */
export async function asks(
  client: Client,
  name: string,
  given: object,
): Promise<{ isError: boolean; says: Record<string, unknown> }> {
  const { content, isError } = await client.callTool({ name, arguments: given as Record<string, unknown> })
  const [{ text = '' } = {}] = content as { text?: string }[]
  return { isError: isError === true, says: JSON.parse(text) as Record<string, unknown> }
}

/** Changes something at the service by another hand than the dashboard's. */
export const changeElsewhere = (serviceUrl: string, of: string, what: string, given: object) =>
  new SignedClient(serviceUrl).post(`/api/v2/buyers/${of}/${what}`, { ...given, reason: 'Elsewhere' })

export const isElsewhere = ({ body }: { body: string }): boolean => body.includes('Elsewhere')
