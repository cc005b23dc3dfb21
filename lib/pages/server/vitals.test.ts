import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { metricsRegistry } from '@/lib/platform/metrics'
import { Dashboard } from '@/lib/testing/dashboard'
import { measuredPageAt, measuredPages } from '../vitals'
import { postVitals } from './vitals'

describe('the pages whose speed is measured', () => {
  it('are those that there are', () => {
    const files = readdirSync('app/(desk)', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('page.tsx'))
    const paths = files.map((file) => {
      const named = file.split('/').filter((part) => part !== 'page.tsx' && part !== '(sections)')
      return `/${named.map((part) => part.replace(/^\[(\w+)\]$/, '{$1}')).join('/')}`
    })
    expect(paths.toSorted()).toEqual([...measuredPages].toSorted())
  })

  it.each([
    ['/', '/'],
    [`/buyers/${buyerId}`, '/buyers/{buyerId}'],
    ['/buyers/new', '/buyers/new'],
    [`/buyers/${buyerId}/charges/A%20b`, '/buyers/{buyerId}/charges/{orderId}'],
    ['/settings/events', '/settings/events'],
    ['/sign-in', null],
    ['/buyers', null],
    [`/buyers/${buyerId}/elsewhere`, null],
  ])('%s is %s', (path, page) => {
    expect(measuredPageAt(path)).toBe(page)
  })
})

describe('what browsers measure', () => {
  const dashboard = new Dashboard()
  const post = (body: unknown, as: 'agent' | null = 'agent') =>
    dashboard.call(serveDashboard('read', postVitals), 'POST', '/api/desk/vitals', { body, as })
  const lcp = { page: '/journal', name: 'LCP', value: 640 }

  it('is in the metrics by page', async () => {
    const answer = await post({
      vitals: [lcp, { ...lcp, name: 'INP', value: 90 }, { ...lcp, name: 'CLS', value: 0.029 }],
    })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const text = await metricsRegistry().metrics()
    expect(text).toContain('counterfoil_page_seconds_sum{page="/journal",vital="LCP"} 0.64')
    expect(text).toContain('counterfoil_page_seconds_bucket{le="0.1",page="/journal",vital="INP"} 1')
    expect(text).toContain('counterfoil_page_shift_sum{page="/journal"} 0.029')
  })

  it.each([
    ['a path with an id', { ...lcp, page: `/buyers/${buyerId}` }, 'vitals.0.page'],
    ['an unknown name', { ...lcp, name: 'FID' }, 'vitals.0.name'],
    ['less than nothing', { ...lcp, value: -1 }, 'vitals.0.value'],
    ['more than a day', { ...lcp, value: 1e9 }, 'vitals.0.value'],
  ])('is refused for %s', async (_, vital, field) => {
    const answer = await post({ vitals: [vital] })
    expect([answer.status, (await answer.json()).fields]).toMatchObject([422, [{ field }]])
  })

  it('is refused without any, with too many, and from nobody', async () => {
    const statuses = [
      await post({ vitals: [] }),
      await post({ vitals: Array(51).fill(lcp) }),
      await post({ vitals: [lcp] }, null),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([422, 422, 401])
  })
})
