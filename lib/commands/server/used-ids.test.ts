import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '@/lib/core/dates'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { Preview } from '../preview'
import { preview } from './preview-handlers'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())

const params = { buyerId: ids.longHistory.buyer, subscriptionId: ids.longHistory.subscription }
const off = { autochargeStatus: false, reason: 'Asked by phone' }

async function act(actionId: string = randomUUID(), body: object = off, more: Record<string, string> = {}) {
  const answer = await dashboard.ask(changeAutochargeStatus, { params, body, headers: { 'x-action-id': actionId, ...more } })
  return { actionId, answer }
}

describe('an action id that was used', () => {
  it.each([
    ['by somebody who may not act', 403, { as: 'finance' }],
    ['by nobody who is signed in', 401, { as: null }],
    ['with what is not allowed', 422, { body: {} }],
  ] as const)('is never told as not sent where it is asked for again %s', async (_, status, more) => {
    const { actionId } = await act()
    const outcomeOf = async (id: string) => {
      const answer = await dashboard.ask(changeAutochargeStatus, { params, body: off, headers: { 'x-action-id': id }, ...more })
      return [answer.status, answer.headers.get('x-outcome'), answer.headers.get('x-action-id') === id]
    }
    expect(await outcomeOf(actionId)).toEqual([status, null, true])
    expect(await outcomeOf(randomUUID())).toEqual([status, 'not-sent', true])
  })

  it('is another request’s, and says whether what was answered stands in the journal', async () => {
    const { actionId, answer } = await act()
    expect(answer.headers.get('x-recorded')).toBe('true')
    const other = await act(actionId, { autochargeStatus: true })
    expect([other.answer.headers.get('x-outcome'), other.answer.headers.get('x-recorded')]).toEqual(['not-sent', null])
    expect(await other.answer.json()).toMatchObject({ code: 'action_id_used' })
  })

  it('is told of with the buyer’s version, as every answer about a buyer is', async () => {
    const { actionId, answer } = await act()
    const refused = await act(actionId, { autochargeStatus: true })
    expect(refused.answer.headers.get('x-known-version')).toBe(answer.headers.get('x-known-version'))
  })

  it('is a repeat, too, for whoever corrects the ticket after a lost answer', async () => {
    const { actionId } = await act(randomUUID(), off, { 'x-ticket': 'T-1' })
    const { answer } = await act(actionId, off, { 'x-ticket': 'T-2' })
    expect([answer.status, answer.headers.get('x-replayed')]).toEqual([200, 'true'])
  })
})

it('says whether what was done has been changed since, for whoever asks for it once more', async () => {
  await act(randomUUID(), { autochargeStatus: true })
  const { actionId } = await act()
  const hasChanged = async () => (await act(actionId)).answer.headers.get('x-changed-since')
  expect(await hasChanged()).toBeNull()
  await act(randomUUID(), { autochargeStatus: true })
  expect(await hasChanged()).toBe('yes')
})

describe('the same order', () => {
  const order = { isMobile: false, returnUrl: 'https://shop.example.test/thanks', products: [{ productCode: 'NWPLUS1' }] }
  const toPreview = { params: {}, body: { ...order, buyer: { email: 'twice@example.test' } } }
  const shown = async () => {
    const body = { operation: createInitialOrder.name, ...toPreview, buyerAddress: null }
    const answer = await dashboard.call(serveDashboard('act', preview), 'POST', '/api/desk/preview', { body })
    return ((await answer.json()) as Preview).unsettled
  }

  it('is asked about for a day after it was made', async () => {
    expect(await shown()).toBeNull()
    const actionId = randomUUID()
    const made = await dashboard.ask(createInitialOrder, { ...toPreview, headers: { 'x-action-id': actionId } })
    expect(made.headers.get('x-outcome')).toBe('done')
    expect(await shown()).toMatchObject({ actionId, words: 'Create payment link', running: false, done: 'order' })
    const created_at = new Date(Date.now() - dayMs).toISOString()
    await (await database()).updateTable('actions').set({ created_at }).where('action_id', '=', actionId).execute()
    expect(await shown()).toBeNull()
  })
})
