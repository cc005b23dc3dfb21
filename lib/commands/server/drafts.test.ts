import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { nextId } from '../draft'
import { deleteDraft, getDraft, putDraft } from './draft-handlers'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())

const { buyer: buyerId, subscription: subscriptionId } = ids.longHistory
const params = { buyerId, subscriptionId }

describe('a draft', () => {
  const key = `changeBuyerEmail:buyer:${buyerId}`
  const at = `/api/desk/drafts/${key}`
  const read = async (as: Role = 'agent') =>
    (await dashboard.call(serveDashboard('act', getDraft), 'GET', at, { params: { key }, as })).json()

  it('keeps what was typed and its action id, sealed, for its writer alone', async () => {
    const draft = { actionId: randomUUID(), values: { email: 'half.typed@example.test' } }
    await dashboard.call(serveDashboard('act', putDraft), 'PUT', at, { params: { key }, body: draft })
    expect(await read()).toEqual({ draft })
    expect(await read('manager')).toEqual({ draft: null })
    const rows = await (await database()).selectFrom('drafts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('half.typed')
    await dashboard.call(serveDashboard('act', deleteDraft), 'DELETE', at, { params: { key } })
    expect(await read()).toEqual({ draft: null })
  })

  it('becomes another action once the service has refused the one it was typed for', async () => {
    const actionId = randomUUID()
    const body = { email: 'tainara@example.test' }
    await dashboard.call(serveDashboard('act', putDraft), 'PUT', at, { params: { key }, body: { actionId, values: body } })
    const refused = await dashboard.ask(changeBuyerEmail, { params: { buyerId }, body, headers: { 'x-action-id': actionId } })
    expect(refused.headers.get('x-outcome')).toBe('refused')
    const { draft } = await read()
    expect(draft).toEqual({ actionId: nextId(actionId), values: body })
    expect((await read()).draft.actionId).toBe(nextId(actionId)) // two tabs come to the same one
  })

  it('keeps the id of what was sent, whatever another tab with the same form types', async () => {
    const form = `other-tab:${randomUUID()}`
    const draftAt = `/api/desk/drafts/${form}`
    const type = async (actionId: string) => {
      const given = { params: { key: form }, body: { actionId, values: { typed: actionId } } }
      return (await dashboard.call(serveDashboard('act', putDraft), 'PUT', draftAt, given)).json()
    }
    const [sent, other] = [randomUUID(), randomUUID()]
    await type(sent)
    expect(await type(other)).toEqual({ kept: true, actionId: other })
    expect(await type(sent)).toEqual({ kept: true, actionId: sent })
    const headers = { 'x-action-id': sent }
    await dashboard.ask(changeAutochargeStatus, { params, body: { autochargeStatus: false, reason: form }, headers })
    expect(await type(other)).toEqual({ kept: true, actionId: sent })
    expect(await type(nextId(sent))).toEqual({ kept: true, actionId: nextId(sent) })
  })

  it('keeps the id of a second try, too, where the first was refused', async () => {
    const form = `second-try:${randomUUID()}`
    const draftAt = `/api/desk/drafts/${form}`
    const type = async (actionId: string) => {
      const given = { params: { key: form }, body: { actionId, values: { typed: actionId } } }
      return (await dashboard.call(serveDashboard('act', putDraft), 'PUT', draftAt, given)).json()
    }
    const [refused, other] = [randomUUID(), randomUUID()]
    await type(refused)
    const ask = (actionId: string, email: string) =>
      dashboard.ask(changeBuyerEmail, { params: { buyerId }, body: { email }, headers: { 'x-action-id': actionId } })
    expect((await ask(refused, 'tainara@example.test')).headers.get('x-outcome')).toBe('refused')
    expect((await ask(nextId(refused), `${form.slice(-8)}@example.test`)).headers.get('x-outcome')).toBe('done')
    expect(await type(other)).toEqual({ kept: true, actionId: nextId(refused) })
  })
})
