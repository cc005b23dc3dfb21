import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { Quote } from '../quote'
import { getQuote, listQuotes, postQuote, shareQuote } from './handlers'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())

const product = (productCode = 'NWPLUS1') => ({ productHashKey: 'p-1', actionName: 'purchase', productCode })
const offer = (changed: object = {}) => ({
  buyerId: ids.cascade.buyer,
  words: 'Plus for a month',
  request: { isMobile: false, currency: 'EUR', bundles: [{ bundleHashKey: 'b-1', products: [product()] }] },
  validUntil: new Date(Date.now() + 86_400_000).toISOString(),
  ...changed,
})
const post = (body: object, as: Role = 'manager') =>
  dashboard.call(serveDashboard('read', postQuote), 'POST', '/api/desk/quotes', { body, as })
const made = async (): Promise<Quote> => (await post(offer())).json()
const read = (id: string, as: Role | null) =>
  dashboard.call(serveDashboard('read', getQuote), 'GET', `/api/desk/quotes/${id}`, { params: { quoteId: id }, as })

describe('a quote over the handlers', () => {
  it('is frozen, shared and read by a colleague with a session, and by nobody without one', async () => {
    const { id } = await made()
    expect((await read(id, 'agent')).status).toBe(404)
    const params = { quoteId: id }
    const shared = await dashboard.call(serveDashboard('read', shareQuote), 'POST', `/api/desk/quotes/${id}/share`, {
      params,
      body: {},
      as: 'manager',
    })
    expect((await shared.json()).state).toBe('open')
    expect((await read(id, 'agent')).status).toBe(200)
    expect((await read(id, null)).status).toBe(401)
  })

  it.each<[string, object, string]>([
    [
      'two bundles',
      {
        request: {
          ...offer().request,
          bundles: ['b-1', 'b-2'].map((bundleHashKey) => ({ bundleHashKey, products: [product()] })),
        },
      },
      'request.bundles',
    ],
    ['a moment that is past', { validUntil: '2020-01-01T00:00:00Z' }, 'validUntil'],
    ['a year', { validUntil: new Date(Date.now() + 365 * 86_400_000).toISOString() }, 'validUntil'],
    ['no words', { words: ' ' }, 'words'],
    ['words that read as others', { words: 'Plus for \u202e00.001\u202c EUR' }, 'words'],
    ['an answer of one’s own', { answer: {} }, 'answer'],
  ])('is refused with %s', async (_, changed, field) => {
    const answer = await post(offer(changed))
    expect([answer.status, (await answer.json()).fields[0].field]).toEqual([422, field])
  })

  it('is open until the end of the day that its offer names', async () => {
    const { validUntil } = await made()
    expect(validUntil).toBe(`${offer().validUntil.slice(0, 10)}T23:59:59.999Z`)
  })

  it.each(['x', '2026', '2026-11-23'])('is listed from no other place than one that was given: %s', async (time) => {
    const cursor = `${time}~${'A'.repeat(43)}`
    const listed = await dashboard.call(serveDashboard('read', listQuotes), 'GET', `/api/desk/quotes?cursor=${cursor}`, {
      as: 'agent',
    })
    expect([listed.status, (await listed.json()).fields[0].field]).toEqual([422, 'cursor'])
  })

  it('is not made of a product that the service does not know', async () => {
    const request = { ...offer().request, bundles: [{ bundleHashKey: 'b-1', products: [product('NOSUCH')] }] }
    expect((await post(offer({ request }))).status).toBe(404)
  })

  it.each(['x', '../../journal', 'A'.repeat(44)])('is not found under %s', async (id) => {
    expect((await read(id, 'agent')).status).toBe(404)
  })
})
