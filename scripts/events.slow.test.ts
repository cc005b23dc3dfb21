import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { environmentOf, newPlace, type OwnPlace } from '@/lib/database/engines-for-tests'
import { run } from './child.mjs'

let place: OwnPlace
beforeAll(async () => {
  place = await newPlace('SQLite')
})
afterAll(() => place.remove())

const events = (...given: string[]) =>
  run([process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/events.ts', ...given], environmentOf(place))

it('takes events in from a file, and reads them again', async () => {
  const file = join(place.DATA_DIR, 'events.ndjson')
  const chargeData = { id: '2a3c6827-c79a-41ed-8b8d-edeac1c9891d', status: 'settled', createdAt: '2026-11-20 03:10:00' }
  const event = { type: 'charge', action: 'charge_settle', merchant: 'northwind', chargeData }
  writeFileSync(file, [event, event, { ...event, merchant: 'southbay' }, 'x'].map((each) => JSON.stringify(each)).join('\n'))
  expect(await events('import', '--account', 'northwind', file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 new, 1 known, 1 of another account, 1 unreadable'),
  })
  const today = new Date().toISOString().slice(0, 10)
  expect(await events('replay', '--account', 'northwind', '--from', today, '--to', today, '--dry-run')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Would change 0 of 3 events'),
  })
  expect(await events('replay', '--account', 'northwind', '--from', '2026-01-01', '--to', '2026-11-01')).toMatchObject({
    code: 1,
    output: expect.stringContaining('--from: Use 31 days or fewer'),
  })
}, 60_000)
