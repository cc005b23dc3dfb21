import { expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { catchUpCheckpoint } from '@/lib/journal/checkpoint-claims'
import { countTowards } from '@/lib/people/server/limits'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind, secret } from '@/lib/testing/environment'
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

it('is for admins', async () => expect((await ask('manager')).status).toBe(403))
