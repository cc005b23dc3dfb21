import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { catchUpCheckpoint } from '@/lib/journal/checkpoint-claims'
import { getChargeHistory } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { observeVital } from '@/lib/platform/metrics'
import { metricsText } from '@/lib/status/server/gauges'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { routes } from '@/lib/testing/routes'

const dashboard = new Dashboard()
const alerts = readFileSync(new URL('../../../docs/alerts.yml', import.meta.url), 'utf8')
const seriesIn = (text: string, name: string) => text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]

describe('the metrics', () => {
  it('have every series that the list of alerts asks for', async () => {
    dashboard.serviceAt((await listener(json(200, { data: [], meta: { total: 0 } }))).url)
    await dashboard.ask(getChargeHistory, { params: { buyerId } })
    await catchUpCheckpoint()
    observeVital('/journal', 'LCP', 640)
    const text = await metricsText()
    const asked = [...new Set(alerts.match(/\b(counterfoil|process)_[a-z_]+/g))]
    expect(asked.length).toBeGreaterThan(15)
    const there = new Set(text.match(/^[a-z_]+/gm))
    // A stream is asked for; a checkpoint is written once there is an entry, which here there is not.
    const later = new Set([
      'counterfoil_journal_stream_lag_seconds',
      'counterfoil_journal_checkpoint_age_seconds',
      'counterfoil_unconfirmed_oldest_seconds',
    ])
    expect(asked.filter((name) => !there.has(name) && !later.has(name))).toEqual([])
    for (const name of later) expect(text).toContain(`# TYPE ${name} gauge`)
  })

  it('count a request by its route, the service’s time and our own apart, and name nobody', async () => {
    const [route] = (await routes()).filter(({ method, path }) => method === 'GET' && path === '/api/desk/buyers/{buyerId}/known')
    await dashboard.call(route?.handler as never, 'GET', `/api/desk/buyers/${buyerId}/known`, { params: { buyerId } })
    await dashboard.ask(getChargeHistory, { params: { buyerId }, as: null })
    const text = await metricsText()
    expect(text).toContain('counterfoil_requests_total{operation="GET /api/desk/buyers/{buyerId}/known",outcome="done"} 1')
    expect(text).toContain('counterfoil_requests_total{operation="getChargeHistory",outcome="refused"} 1')
    expect(text).toMatch(/counterfoil_own_seconds_count\{operation="getChargeHistory"\} 2/)
    expect(text).not.toContain(buyerId)
  })

  it('say that the database is away, and leave out what only it knows', async () => {
    expect(seriesIn(await metricsText(), 'counterfoil_database_up')).toBe('1')
    await (await database()).destroy()
    const text = await metricsText()
    expect([seriesIn(text, 'counterfoil_database_up'), seriesIn(text, 'counterfoil_journal_head')]).toEqual(['0', undefined])
    dashboard.start()
  })
})
