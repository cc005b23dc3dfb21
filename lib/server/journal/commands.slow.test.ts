import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentOf, newPlace, type OwnPlace } from '../database/engines-for-tests'
import { type Database, openDatabase } from '../database/open'
import { appendSome } from './entries-for-tests'
import { bundled } from './racers-for-tests'

// What the commands of package.json print, and how they end.

let embedded: OwnPlace
let served: OwnPlace
let store: Database
let scripts: { verify: string; move: string }

beforeAll(async () => {
  const [verify, move] = await Promise.all([bundled('../../../scripts/verify.ts'), bundled('../../../scripts/move-database.ts')])
  scripts = { verify, move }
  embedded = await newPlace('SQLite')
  served = await newPlace('PostgreSQL')
  Object.assign(process.env, environmentOf(embedded))
  store = await openDatabase(embedded)
  await store.transaction().execute((tx) => appendSome(5, tx))
})

afterAll(async () => {
  await store.destroy()
  await embedded.remove()
  await served.remove()
  for (const script of Object.values(scripts)) rmSync(script)
})

function run(script: string, given: string[] = [], env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...environmentOf(embedded), ...env } }
    execFile(process.execPath, [script, ...given], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })
}

test('verify says how long the journal is', async () => {
  expect(await run(scripts.verify)).toEqual({
    code: 0,
    said: expect.stringMatching(/^The journal is whole: 5 entries, head [0-9a-f]{64}\n$/),
  })
})

test('verify fails where there is no database instead of making one', async () => {
  const { code, said } = await run(scripts.verify, [], { DATA_DIR: `${embedded.DATA_DIR}/nowhere` })
  expect([code, said]).toEqual([1, `The journal cannot be verified: there is no database in ${embedded.DATA_DIR}/nowhere\n`])
})

test('verify fails without the key', async () => {
  const { code, said } = await run(scripts.verify, [], { NEXTAUTH_SECRET: '' })
  expect([code, said]).toEqual([1, expect.stringContaining('Give JOURNAL_KEY or NEXTAUTH_SECRET')])
})

test('move-database copies to a server, verifies there, and refuses a second time', async () => {
  const to = served.DATABASE_URL ?? ''
  const first = await run(scripts.move, ['--to', to])
  expect([first.code, first.said]).toEqual([0, expect.stringContaining('The journal is whole: 5 entries')])
  expect(await run(scripts.verify, [], { DATABASE_URL: to })).toMatchObject({ code: 0 })
  expect(await run(scripts.move, ['--to', to])).toEqual({
    code: 1,
    said: 'The target is not empty: its table journal has rows\n',
  })
})

test('verify fails with the first broken entry', async () => {
  await store.updateTable('journal').set({ person: 'Mallory' }).where('seq', '=', 3).execute()
  expect(await run(scripts.verify)).toEqual({
    code: 1,
    said: 'The journal is broken at entry 3: entry 3 is not what was written\n',
  })
})
