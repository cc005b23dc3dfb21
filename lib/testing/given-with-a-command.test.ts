import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buyerActions, resendAction } from '@/lib/commands/server/action-handlers'
import { ask, decideOn, detail } from '@/lib/commands/server/approval-handlers'
import { nothingOpen } from '@/lib/commands/server/commands-for-tests'
import { preview } from '@/lib/commands/server/preview-handlers'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { decryptJson, encryptJson } from '@/lib/journal/crypto'
import { changeAction } from '@/lib/journal/entries-for-tests'
import { indexPending } from '@/lib/knowledge/server/directory'
import { factsOf } from '@/lib/knowledge/server/facts'
import { knownEmail } from '@/lib/knowledge/server/signing-buyer'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { getChargeHistory, listTokens } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { Dashboard } from './dashboard'

const { buyer: buyerId } = ids.cascade
const typed = '203.0.113.77'
const analytics = { 'x-analytics-client-id': 'GA1.2.3' }
const theirHeader = 'x-ga-client'
const order = (of: object = { buyerId }) => ({
  isMobile: false,
  returnUrl: 'https://shop.example.test/thanks',
  products: [{ productCode: 'NWPLUS1' }],
  ...of,
})

describe.each(engines)('on %s', (engine) => {
  let standin: Standin
  const merchants = standinMerchants.map((merchant) => ({ ...merchant, analyticsHeader: theirHeader }))
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(merchants) }, engine)
  beforeAll(async () => {
    standin = await startStandin()
    dashboard.serviceAt(standin.url)
  })
  afterAll(() => standin.close())
  beforeEach(async () => {
    await standin.reset()
    await nothingOpen(await database())
    for (const read of [getChargeHistory, listTokens]) await dashboard.ask(read, { params: { buyerId } })
    await indexPending() // by their e-mail a buyer is found once the directory has caught up
  })

  const newest = async () => {
    const [fact] = await factsOf('northwind', buyerId, 'address')
    return (fact?.value as { address: string } | undefined)?.address
  }
  const orders = async () => (await standin.received()).filter(({ operation }) => operation === 'createInitialOrder')
  const signed = async () => (await orders()).map(({ headers }) => headers['x-buyer-ip'])
  const send = (body: object, headers: Record<string, string> = {}) => dashboard.ask(createInitialOrder, { body, headers })
  const onPage = async () => {
    const of = { params: { buyerId } }
    const path = `/api/desk/buyers/${buyerId}/actions`
    const answer = await dashboard.call(serveDashboard<{ buyerId: string }>('read', buyerActions), 'GET', path, of)
    return ((await answer.json()).actions as { actionId: string }[]).map(({ actionId }) => actionId)
  }

  /** Sends an order whose answer is lost, and gives its action id. */
  async function lost(body: object, headers: Record<string, string>): Promise<string> {
    const actionId = randomUUID()
    await standin.fault({ operation: 'createInitialOrder', fault: 'reset', applied: true })
    expect((await send(body, { ...headers, 'x-action-id': actionId })).headers.get('x-outcome')).toBe('unconfirmed')
    return actionId
  }
  const again = (actionId: string, newId = randomUUID()) =>
    dashboard.call(
      serveDashboard<{ actionId: string }>('act', resendAction),
      'POST',
      `/api/desk/actions/${actionId}/send-again`,
      {
        params: { actionId },
        headers: { 'x-action-id': newId },
      },
    )

  describe('an order for a known buyer', () => {
    it('is previewed and signed with the buyer’s own newest address, and says so', async () => {
      const body = { operation: 'createInitialOrder', params: {}, body: order() }
      const shown = await (await dashboard.call(serveDashboard('act', preview), 'POST', '/api/desk/preview', { body })).json()
      expect([shown.buyerAddress.source, typeof shown.version]).toEqual(['history', 'number'])
      const answer = await send(order(), { 'x-shown-version': String(shown.version) })
      expect([answer.headers.get('x-outcome'), answer.headers.get('x-buyer-ip-source')]).toEqual(['done', 'history'])
      expect(await signed()).toEqual([await newest()])
      expect(answer.headers.get('x-known-version')).toBe(String(shown.version))
    })

    it('stands on that buyer’s page and in the journal as about them', async () => {
      const actionId = randomUUID()
      await send(order(), { 'x-action-id': actionId })
      expect(await onPage()).toContain(actionId)
      const store = await database()
      const entries = await store.selectFrom('journal').select(['kind', 'buyer_id']).where('action_id', '=', actionId).execute()
      expect(entries.map(({ kind, buyer_id }) => [kind, buyer_id])).toEqual([
        ['intent', buyerId],
        ['outcome', buyerId],
      ])
    })

    it.each([
      ['sent', () => send(order({ buyerId: ids.yen.buyer }))],
      [
        'previewed',
        () =>
          dashboard.call(serveDashboard('act', preview), 'POST', '/api/desk/preview', {
            body: { operation: 'createInitialOrder', params: {}, body: order({ buyerId: ids.dinar.buyer }) },
          }),
      ],
    ])('counts as looking at them when it is %s', async (_, act) => {
      const counted = async () => (await (await database()).selectFrom('buyers_opened').select('buyer_id').execute()).length
      const before = await counted()
      await act()
      expect(await counted()).toBe(before + 1)
    })

    it('is held where something about them has changed since', async () => {
      const answer = await send(order(), { 'x-shown-version': '0' })
      expect([answer.status, (await answer.json()).code, await orders()]).toEqual([409, 'changed', []])
    })

    it('is as much theirs where their e-mail was typed, in whatever case: the price was asked with their address', async () => {
      const email = (await knownEmail('northwind', buyerId)) ?? ''
      const typedEmail = order({ buyer: { email: email.toUpperCase() } })
      const body = { operation: 'createInitialOrder', params: {}, body: typedEmail }
      const shown = await (await dashboard.call(serveDashboard('act', preview), 'POST', '/api/desk/preview', { body })).json()
      expect([shown.buyerAddress.source, typeof shown.version]).toEqual(['history', 'number'])
      const actionId = randomUUID()
      const answer = await send(typedEmail, { 'x-action-id': actionId })
      expect([answer.headers.get('x-outcome'), answer.headers.get('x-buyer-ip-source')]).toEqual(['done', 'history'])
      expect(await signed()).toEqual([await newest()])
      expect(await onPage()).toContain(actionId)
    })

    it('is nobody’s where the typed e-mail only begins like theirs', async () => {
      const email = (await knownEmail('northwind', buyerId)) ?? ''
      const answer = await send(order({ buyer: { email: `${email}.example` } }))
      expect(answer.headers.get('x-buyer-ip-source')).toBe('fallback')
    })

    it('names no other e-mail beside', async () => {
      const answer = await send(order({ buyerId, buyer: { email: 'other@example.test' } }))
      expect([answer.status, (await answer.json()).fields[0]?.field, await orders()]).toEqual([422, 'buyerId', []])
    })
  })

  describe('what was given with a command', () => {
    it('goes out with it again when it is sent again', async () => {
      const second = randomUUID()
      const first = await lost(order(), { ...analytics, 'x-buyer-ip': typed })
      expect((await again(first, second)).headers.get('x-outcome')).toBe('done')
      expect((await orders()).map(({ headers }) => [headers['x-buyer-ip'], headers[theirHeader]])).toEqual([
        [typed, 'GA1.2.3'],
        [typed, 'GA1.2.3'],
      ])
      expect(await onPage()).toEqual(expect.arrayContaining([first, second]))
    })

    it('is the buyer it is for, whose address signs the repeat as it signed the first', async () => {
      const first = await lost(order(), {})
      const answer = await again(await lostAgain(first))
      expect([answer.headers.get('x-outcome'), answer.headers.get('x-buyer-ip-source')]).toEqual(['done', 'history'])
      expect(new Set(await signed())).toEqual(new Set([await newest()]))
    })

    /** Sends it again, and loses that answer too: what is kept of a repeat is as much as of the first. */
    async function lostAgain(first: string): Promise<string> {
      const actionId = randomUUID()
      await standin.fault({ operation: 'createInitialOrder', fault: 'reset', applied: true })
      expect((await again(first, actionId)).headers.get('x-outcome')).toBe('unconfirmed')
      return actionId
    }

    it('goes out with it when a manager has approved it', async () => {
      const store = await database()
      const rule = { id: randomUUID(), operation: 'createInitialOrder', condition: 'always', threshold: null }
      await store
        .insertInto('approval_rules')
        .values({ ...rule, created_at: new Date().toISOString() })
        .execute()
      const body = { operation: 'createInitialOrder', params: {}, body: order(), buyerAddress: typed }
      const asked = await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', {
        body: { ...body, actionId: randomUUID(), ticket: null },
        headers: analytics,
      })
      const approval = await asked.json()
      expect(approval.buyerId).toBe(buyerId)
      expect((await granted(approval.id)).headers.get('x-outcome')).toBe('done')
      expect((await orders()).map(({ headers }) => [headers['x-buyer-ip'], headers[theirHeader]])).toEqual([[typed, 'GA1.2.3']])
      await store.deleteFrom('approval_rules').execute()
    })

    async function granted(approvalId: string): Promise<Response> {
      const of = { params: { approvalId }, as: 'manager' as const }
      const path = `/api/desk/approvals/${approvalId}`
      const shown = await dashboard.call(serveDashboard<{ approvalId: string }>('read', detail), 'GET', path, of)
      const body = { approve: true, effectHash: (await shown.json()).effectHash, note: null }
      return dashboard.call(serveDashboard<{ approvalId: string }>('approve', decideOn), 'POST', `${path}/decide`, {
        ...of,
        body,
      })
    }

    it('that is no header’s value is refused with a request for approval as with the command', async () => {
      const body = { operation: 'createInitialOrder', params: {}, body: order(), buyerAddress: null, actionId: randomUUID() }
      const answer = await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', {
        body: { ...body, ticket: null },
        headers: { 'x-analytics-client-id': 'x'.repeat(129) },
      })
      expect([answer.status, (await answer.json()).fields[0]?.field]).toEqual([422, 'x-analytics-client-id'])
    })

    it('may be missing in what an older version kept, which is sent again all the same', async () => {
      const first = await lost(order({ buyer: { email: 'tainara@example.test' } }), analytics)
      const store = await database()
      const row = await store.selectFrom('actions').select('sealed').where('action_id', '=', first).executeTakeFirstOrThrow()
      const { params, body, known } = decryptJson(row.sealed) as Record<string, unknown>
      const sealed = encryptJson({ params, body, known })
      await changeAction(store, first, { sealed })
      expect((await again(first)).headers.get('x-outcome')).toBe('done')
      expect((await orders()).map(({ headers }) => headers[theirHeader])).toEqual(['GA1.2.3', undefined])
    })
  })
})
