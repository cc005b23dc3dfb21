import { chosen, type Random } from './plan'
import type { Buyer } from './targets'

export type Read = { method: string; path: string; body?: unknown }

const get = (path: string): Read => ({ method: 'GET', path })

/** What people look at meanwhile: pages, answers, files. */
const reading: readonly ((buyer: Buyer) => Read)[] = [
  ({ id }) => get(`/api/v3/buyers/${id}/charge/history?limit=25`),
  ({ id }) => get(`/api/v3/buyers/${id}/tokens`),
  ({ id }) => get(`/api/v2/buyers/${id}/subscriptions`),
  ({ id }) => get(`/api/desk/buyers/${id}/actions`),
  ({ id }) => get(`/api/desk/buyers/${id}/known`),
  ({ id }) => get(`/api/desk/buyers/${id}/facts`),
  ({ id }) => ({
    method: 'POST',
    path: `/api/desk/buyers/${id}/export`,
    body: { rows: 'attempts', format: 'csv', order: 'newest-first', zone: 'UTC', columns: ['orderId', 'amount', 'currency'] },
  }),
  ({ id }) => get(`/buyers/${id}`),
  () => get('/journal'),
  () => get('/api/desk/journal'),
  () => get('/api/desk/journal/export'),
  () => get('/api/desk/waiting'),
  () => get('/api/desk/session'),
  () => get('/api/desk/health/live'),
  () => ({ method: 'POST', path: '/api/desk/search', body: { q: 'tainara@example.test' } }),
  ({ id }) => ({
    method: 'POST',
    path: `/api/v3/buyers/${id}/products/bundles`,
    body: {
      isMobile: false,
      bundles: [{ bundleHashKey: 'b', products: [{ productHashKey: 'p', productCode: 'NWPLUS1', actionName: 'purchase' }] }],
    },
  }),
]

export const readFrom = (random: Random, buyers: readonly Buyer[]): Read => chosen(random, reading)(chosen(random, buyers))
