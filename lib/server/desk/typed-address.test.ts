import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Approval } from '@/lib/approval'
import { changeAutochargeStatus } from '@/lib/operations'
import { northwind } from '@/standin/accounts'
import { ids } from '@/standin/seed/stories'
import { type Standin, startStandin } from '@/standin/start'
import { Desk } from '../testing/desk'
import { undoAction } from './actions'
import { ask, decideOn, detail } from './approvals'
import { preview } from './preview'
import { serveDesk } from './serve-desk'

const { fallbackBuyerIp: _, ...withoutFallback } = northwind
let standin: Standin
const desk = new Desk({ MERCHANTS: JSON.stringify([withoutFallback]) })
beforeAll(async () => {
  standin = await startStandin()
  desk.serviceAt(standin.url)
})
afterAll(() => standin.close())

const { buyer: buyerId, subscription: subscriptionId } = ids.longHistory
const params = { buyerId, subscriptionId }
const typed = '203.0.113.77'
const off = { operation: 'changeAutochargeStatus', params, body: { autochargeStatus: false } }
const renewal = () => ({
  ...{ operation: 'changeExpirationDate', params },
  body: { expirationDate: new Date().toISOString().slice(0, 10), reason: 'Asked by phone' },
})

const previewed = (body: unknown) => desk.call(serveDesk('act', preview), 'POST', '/api/desk/preview', { body })
const signedWith = async () => (await standin.received()).map(({ headers }) => headers['x-buyer-ip'])

it.each([
  ['none', {}, 'No address of this buyer is known yet: give one'],
  ['one that is none', { buyerAddress: '203.0.113' }, 'Give an IPv4 or IPv6 address'],
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
  await desk.ask(changeAutochargeStatus, { params, body: on, headers: { ...headers, 'x-action-id': randomUUID() } })
  await desk.ask(changeAutochargeStatus, { params, body: off.body, headers })
  const undone = await desk.call(serveDesk<{ actionId: string }>('act', undoAction), 'POST', `/api/desk/actions/${first}/undo`, {
    params: { actionId: first },
  })
  expect(undone.headers.get('x-outcome')).toBe('done')
  expect(new Set(await signedWith())).toEqual(new Set([typed]))
})

it('an approved command is signed with the address its asker typed', async () => {
  await standin.reset()
  const body = { ...renewal(), buyerAddress: typed, actionId: randomUUID(), ticket: null }
  const asked: Approval = await (await desk.call(serveDesk('act', ask), 'POST', '/api/desk/approvals', { body })).json()
  const of = { params: { approvalId: asked.id }, as: 'manager' as const }
  const { effectHash } = await (
    await desk.call(serveDesk<{ approvalId: string }>('read', detail), 'GET', `/api/desk/approvals/${asked.id}`, of)
  ).json()
  const decided = await desk.call(
    serveDesk<{ approvalId: string }>('approve', decideOn),
    'POST',
    `/api/desk/approvals/${asked.id}/decide`,
    { ...of, body: { approve: true, effectHash, note: null } },
  )
  expect(decided.headers.get('x-outcome')).toBe('done')
  expect(await signedWith()).toEqual([typed])
})
