import { expect, it } from 'vitest'
import { accounts } from '@/standin/accounts'
import { database } from '../database/open'
import { Desk } from '../testing/desk'
import { exportJournal } from './journal'
import { serveDesk } from './serve-desk'

const desk = new Desk({ MERCHANTS: JSON.stringify(accounts) })
const ask = (query = '') =>
  desk.call(serveDesk('read', exportJournal), 'GET', `/api/desk/journal/export${query}`, { as: 'finance' })

it('the journal as a file is in the journal itself, and counts towards the five files an hour (A39)', async () => {
  for (let file = 0; file < 5; file += 1) expect((await ask('?merchant=northwind')).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([429, true])
  const entries = await (await database()).selectFrom('journal').select(['kind', 'operation']).orderBy('seq').execute()
  expect(entries.map(({ kind }) => kind)).toEqual([...Array(5).fill('exported'), 'alert'])
  expect(entries[0]?.operation).toBe('exportJournal')
})
