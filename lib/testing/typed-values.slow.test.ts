import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/database/open'
import { isVouchedFor, vouchedFor } from '@/lib/journal/row-digests'
import { northwind } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { Dashboard } from './dashboard'
import { askAt } from './repeats-for-tests'
import { changes } from './repeats-table-for-tests'

// Whatever changes something of ours, asked for with a text that holds an e-mail and an IP address wherever it takes one.

let standin: Standin
const dashboard = new Dashboard({ merchants: [{ ...northwind, reads: false }] }) // the service knows none of the buyers
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(async () => {
  await standin.reset()
  dashboard.serviceAt(standin.url)
})

const typed = () => `${randomUUID().slice(0, 8)} ann.lee@planted.example.test 203.0.113.77`
const inClear = /planted\.example|203\.0\.113\.77/

test('what people type stands masked in the journal and in every row that it vouches for', async () => {
  const taken: string[] = []
  for (const [name, { as, fresh }] of Object.entries(changes)) {
    if (name.endsWith('/batches')) continue // its text is the provider's, put into the database here
    const asker = { dashboard, role: as, merchant: northwind.code, ...(await dashboard.account(as)) }
    const given = await fresh(asker, typed())
    const answer = await askAt(name, asker, given, randomUUID())
    if (answer.status < 400 && inClear.test(JSON.stringify(given.body ?? ''))) taken.push(name)
    if (answer.status >= 500) throw new Error(`${name}: ${await answer.text()}`)
  }
  expect(taken.length).toBeGreaterThan(10)
  const store = await database()
  const found: string[] = []
  // Colleagues' own addresses, and texts that a merchant account signs with its address or offers to all its agents, are no buyer's.
  const own = ['accounts', 'reply_texts', 'desk_settings', 'reason_presets']
  const tables = Object.keys(vouchedFor).filter((name) => isVouchedFor(name) && !own.includes(name))
  for (const table of [...tables, 'journal'] as const)
    for (const row of await store
      .selectFrom(table as 'journal')
      .selectAll()
      .execute())
      for (const [column, value] of Object.entries(row)) if (inClear.test(`${value}`)) found.push(`${table}.${column}: ${value}`)
  expect(found).toEqual([])
}, 120_000)
