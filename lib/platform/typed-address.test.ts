import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Approval } from '@/lib/commands/approval'
import { undoAction } from '@/lib/commands/server/action-handlers'
import { ask, decideOn, detail } from '@/lib/commands/server/approval-handlers'
import { preview } from '@/lib/commands/server/preview-handlers'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { northwind } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'

const { fallbackBuyerIp: _, ...withoutFallback } = northwind
let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify([withoutFallback]) })
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())

const { buyer: buyerId, subscription: subscriptionId } = ids.longHistory
const params = { buyerId, subscriptionId }
const typed = '203.0.113.77'
const off = { operation: 'changeAutochargeStatus', params, body: { autochargeStatus: false } }
const renewal = () => ({
  operation: 'changeExpirationDate',
  params,
  body: { expirationDate: new Date().toISOString().slice(0, 10), reason: 'Asked by phone' },
})

const previewed = (body: unknown) => dashboard.call(serveDashboard('act', preview), 'POST', '/api/desk/preview', { body })
const signedWith = async () => (await standin.received()).map(({ headers }) => headers['x-buyer-ip'])

it.each([
  ['none', {}, 'We don’t know this buyer’s IP address yet. Enter it.'],
  ['one that is none', { buyerAddress: '203.0.113' }, 'Enter an IPv4 or IPv6 address'],
])('a preview of a buyer without a known address asks for it, given %s', async (_given, given, title) => {
  const answer = await previewed({ ...off, ...given })
  expect([answer.status, (await answer.json()).fields]).toEqual([422, [{ field: 'x-buyer-ip', title }]])
})

it('a preview takes the address a person types, and says so without repeating it', async () => {
  const { buyerAddress } = await (await previewed({ ...off, buyerAddress: ` ${typed} ` })).json()
  expect(buyerAddress.source).toBe('typed')
  expect(buyerAddress.address).not.toContain('77')
})

it('what follows from a command is signed with the address that was typed for it', async () => {
  const first = randomUUID()
  const headers = { 'x-action-id': first, 'x-buyer-ip': typed }
  const on = { ...off.body, autochargeStatus: true }
  await dashboard.ask(changeAutochargeStatus, { params, body: on, headers: { ...headers, 'x-action-id': randomUUID() } })
  await dashboard.ask(changeAutochargeStatus, { params, body: off.body, headers })
  const undone = await dashboard.call(
    serveDashboard<{ actionId: string }>('act', undoAction),
    'POST',
    `/api/desk/actions/${first}/undo`,
    {
      params: { actionId: first },
    },
  )
  expect(undone.headers.get('x-outcome')).toBe('done')
  expect(new Set(await signedWith())).toEqual(new Set([typed]))
})

it('an approved command is signed with the address its asker typed', async () => {
  await standin.reset()
  const body = { ...renewal(), buyerAddress: typed, actionId: randomUUID(), ticket: null }
  const asked: Approval = await (await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', { body })).json()
  const of = { params: { approvalId: asked.id }, as: 'manager' as const }
  const { effectHash } = await (
    await dashboard.call(serveDashboard<{ approvalId: string }>('read', detail), 'GET', `/api/desk/approvals/${asked.id}`, of)
  ).json()
  const decided = await dashboard.call(
    serveDashboard<{ approvalId: string }>('approve', decideOn),
    'POST',
    `/api/desk/approvals/${asked.id}/decide`,
    { ...of, body: { approve: true, effectHash, note: null } },
  )
  expect(decided.headers.get('x-outcome')).toBe('done')
  expect(new Set(await signedWith())).toEqual(new Set([typed]))
})
