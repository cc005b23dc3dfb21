import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())

const params = { buyerId: ids.longHistory.buyer, subscriptionId: ids.longHistory.subscription }
const off = { autochargeStatus: false, reason: 'Asked by phone' }

async function act(actionId: string = randomUUID(), body: object = off) {
  const answer = await dashboard.ask(changeAutochargeStatus, { params, body, headers: { 'x-action-id': actionId } })
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
})
