import { expect, it } from 'vitest'
import { alertRow, closeAlert, openAlerts, raise } from '@/lib/alerts/server/alerts'
import { rulesOf } from '@/lib/alerts/server/rules'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { catchUpCheckpoint } from '@/lib/journal/checkpoint-claims'
import { countTowards } from '@/lib/people/server/limits'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { env } from '@/lib/platform/env'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind, secret } from '@/lib/testing/environment'
import { metricsText } from './gauges'
import { status } from './handlers'

const dashboard = new Dashboard({ merchants: [northwind, { ...northwind, code: 'southbay', name: 'Southbay', colour: 'pink' }] })
const ask = async (as: 'admin' | 'manager' = 'admin') => {
  const answer = await dashboard.call(serveDashboard('settings', status), 'GET', '/api/desk/status', { as })
  return { status: answer.status, body: await answer.json() }
}

it('tells accounts, database, journal, what waits, versions and alerts, and nothing secret', async () => {
  const person = { accountId: 'a', sessionId: 's', email: 'a@desk.example.test', name: 'Ada', role: 'agent' as const }
  const about = { person, merchant: 'northwind', buyerId: null }
  await (await database()).transaction().execute((tx) => countTowards(tx, 'reveals', about, { by: 41 }))
  await catchUpCheckpoint()
  const { body } = await ask()
  expect(body).toMatchObject({
    accounts: [
      { code: 'northwind', answering: true },
      { code: 'southbay', colour: 'pink' },
    ],
    database: { engine: 'SQLite', reachable: true, bytes: expect.any(Number) },
    journal: { head: 1, checkpoint: { seq: 1 } },
    unconfirmed: { open: 0, contradicted: 0, oldestSeconds: null },
    queue: { inFlight: 0, waiting: 0, journalPending: 0 },
    versions: { node: process.version, schema: expect.stringMatching(/^\d{3}_/) },
    alerts: [{ person: 'Ada', words: '40 revealed values per hour' }],
  })
  const text = JSON.stringify(body)
  for (const hidden of [northwind.secretKey, northwind.publicKey, secret]) expect(text).not.toContain(hidden)
})

it('has what a rule raised until somebody closes it, with the way to its rows, and metrics count it apart', async () => {
  const [merchant] = env().merchants
  const [rule] = await rulesOf(await database(), 'northwind')
  const admin = { accountId: 'a', sessionId: 's', email: 'a@desk.example.test', name: 'Ada', role: 'admin' as const }
  const finding = {
    about: '',
    count: 4,
    newest: '',
    words: 'Double payments: 4 in 7 days',
    href: '/lists/double-payments?span=7',
  }
  const longAgo = Date.now() - 3 * 86_400_000
  await (await database())
    .transaction()
    .execute(async (tx) => merchant && rule && raise(tx, { rule, merchant, finding, now: longAgo }))
  const alert = { person: 'Counterfoil', merchant: 'northwind', words: finding.words, href: finding.href, closedBy: null }
  expect((await ask()).body.alerts[0]).toMatchObject(alert)
  expect(await metricsText()).toMatch(/^counterfoil_alerts_open 1$/m)
  expect(await metricsText()).toMatch(/^counterfoil_alerts_day 1$/m)
  const [open] = await openAlerts(await database(), admin, 'northwind')
  await closeAlert(admin, await alertRow(admin, open?.id ?? ''), noClaim)
  expect((await ask()).body.alerts[0]).toMatchObject({ ...alert, closedBy: 'Ada' })
  expect(await metricsText()).toMatch(/^counterfoil_alerts_open 0$/m)
})

it('tells since when events of our own actions are missing, as a metric too', async () => {
  const from_at = new Date(Date.now() - 600_000).toISOString()
  const gap = { id: 'g', merchant: 'northwind', from_at, to_at: null, kind: 'expected' as const }
  await (await database()).insertInto('event_gaps').values(gap).execute()
  const [, seconds] = (await metricsText()).match(/^counterfoil_events_missing_seconds (\S+)$/m) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(600)
  await (await database()).deleteFrom('event_gaps').execute()
  expect(await metricsText()).toMatch(/^counterfoil_events_missing_seconds 0$/m)
})

it('is for admins', async () => expect((await ask('manager')).status).toBe(403))
