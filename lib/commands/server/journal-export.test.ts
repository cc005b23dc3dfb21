import { expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { maxOf } from '@/lib/people/limits'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { standinMerchants } from '@/standin/standin-merchants'
import { exportJournal, journal } from './journal-handlers'

const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
const ask = (query = '') =>
  dashboard.call(serveDashboard('read', exportJournal), 'GET', `/api/desk/journal/export${query}`, { as: 'finance' })

const max = maxOf('exports', 'finance')

it('the journal as a file is in the journal itself, and counts towards the files of an hour (A39)', async () => {
  for (let file = 0; file < max; file += 1) expect((await ask('?merchant=northwind')).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([429, true])
  const entries = await (await database()).selectFrom('journal').select(['kind', 'operation']).orderBy('seq').execute()
  expect(entries.map(({ kind }) => kind)).toEqual([...Array(max).fill('exported'), 'alert'])
  expect(entries[0]?.operation).toBe('exportJournal')
})

it('carries its days in its name, and says in its first line what it holds', async () => {
  const file = await dashboard.call(
    serveDashboard('read', exportJournal),
    'GET',
    '/api/desk/journal/export?merchant=northwind&from=2026-11-22&to=2026-11-23&outcome=refused',
    { as: 'manager' },
  )
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="northwind_2026-11-22_2026-11-23_journal.csv"')
  const [first] = (await file.text()).split('\r\n')
  expect(first).toContain(
    'Journal, 0 actions, 22 Nov 2026 to 23 Nov 2026 (UTC), merchant northwind, outcome refused, nothing left out',
  )
})

it('says in words which command and whose buyer it was asked for', async () => {
  const query = 'operation=changeBuyerEmail&buyerId=31d21526-a9d9-4b2f-ae75-32594eee2787&from=2026-11-23&to=2026-11-23'
  const file = await dashboard.call(serveDashboard('read', exportJournal), 'GET', `/api/desk/journal/export?${query}`, {
    as: 'admin',
  })
  const [first] = (await file.text()).split('\r\n')
  expect(first).toContain('Journal, 0 actions, 23 Nov 2026 (UTC), action Change e-mail, buyer …2787, nothing left out')
})

it.each(['outcome=lost', 'operation=dance', 'before=first', 'buyerId=somebody', 'ticket=%00', 'from=2026-02-30'])(
  'a filter that nobody understands is refused: %s',
  async (query) => {
    const answer = await dashboard.call(serveDashboard('read', journal), 'GET', `/api/desk/journal?${query}`, { as: 'manager' })
    expect(answer.status).toBe(422)
    expect((await answer.json()).fields[0].field).toBe(query.split('=')[0])
  },
)
