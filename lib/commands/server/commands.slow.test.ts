import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentOf, newPlace, type OwnPlace, startAt } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { writeCheckpoint } from '@/lib/journal/checkpoints'
import { appendSome } from '@/lib/journal/entries-for-tests'
import { bundled } from './racers-for-tests'

// What the commands of package.json print, and how they end.

let embedded: OwnPlace
let served: OwnPlace
let store: Database
let scripts: { verify: string; move: string }

beforeAll(async () => {
  const [verify, move] = await Promise.all([bundled('scripts/verify.ts'), bundled('scripts/move-database.ts')])
  scripts = { verify, move }
  embedded = await newPlace('SQLite')
  served = await newPlace('PostgreSQL')
  startAt(embedded)
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
    said: expect.stringMatching(/^The journal is intact: 5 entries, head [0-9a-f]{64}\n$/),
  })
})

test('verify fails where there is no database instead of making one', async () => {
  const { code, said } = await run(scripts.verify, [], { DATA_DIR: `${embedded.DATA_DIR}/nowhere` })
  expect([code, said]).toEqual([1, `Couldn’t verify the journal: there is no database in ${embedded.DATA_DIR}/nowhere\n`])
})

test('verify fails without the key', async () => {
  const { code, said } = await run(scripts.verify, [], { NEXTAUTH_SECRET: '' })
  expect([code, said]).toEqual([1, expect.stringContaining('Set JOURNAL_KEY or NEXTAUTH_SECRET')])
})

test('verify says what it was given that makes no sense, and changes nothing', async () => {
  const short = join(embedded.DATA_DIR, 'short-key')
  writeFileSync(short, 'too short\n')
  const nowhere = join(embedded.DATA_DIR, 'no-key')
  const said = async (...given: string[]) => {
    const { code, said } = await run(scripts.verify, given)
    return [code, said.split('\n')[0]]
  }
  expect(await said('--expect', '7')).toEqual([1, 'Couldn’t verify the journal: --expect takes a number and a hash'])
  expect(await said('--accept', ' ')).toEqual([
    1,
    'Couldn’t accept the journal: enter why after --accept, such as "Restored the backup of 4 March"',
  ])
  const cannotSign = 'Couldn’t sign the journal with the new key:'
  expect(await said('--change-key', nowhere)).toEqual([1, `${cannotSign} there is no file ${nowhere}. Nothing was changed`])
  expect(await said('--change-key', short)).toEqual([
    1,
    `${cannotSign} the key in ${short} has fewer than 16 characters. Nothing was changed`,
  ])
  expect(await said('--colour', 'red')).toEqual([1, expect.stringContaining("Unknown option '--colour'")])
  expect(await run(scripts.verify)).toMatchObject({ code: 0 })
})

test('move-database copies to a server, verifies there, and refuses a second time', async () => {
  const to = served.DATABASE_URL ?? ''
  const first = await run(scripts.move, ['--to', to])
  expect([first.code, first.said]).toEqual([0, expect.stringContaining('The journal is intact: 5 entries')])
  expect(await run(scripts.verify, [], { DATABASE_URL: to })).toMatchObject({ code: 0 })
  expect(await run(scripts.move, ['--to', to])).toEqual({
    code: 1,
    said: 'The target isn’t empty: table journal has rows. Nothing was moved.\n',
  })
})

test('verify requires an entry that was kept elsewhere', async () => {
  const { seq, hash } = await store.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
  expect(await run(scripts.verify, ['--expect', `${seq}:${hash}`])).toMatchObject({ code: 0 })
  expect(await run(scripts.verify, ['--expect', `${seq - 1}:${hash}`])).toEqual({
    code: 1,
    said: `The journal fails verification at entry ${seq - 1}: entry ${seq - 1} isn’t the one expected\n`,
  })
  expect(await run(scripts.verify, ['--expect', 'nonsense'])).toMatchObject({ code: 1 })
})

test('a restored backup is behind its checkpoint until an operator accepts it, which the journal keeps', async () => {
  const [rows, head] = [
    await store.selectFrom('journal').selectAll().execute(),
    await store.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow(),
  ]
  await store.transaction().execute((tx) => appendSome(2, tx))
  writeCheckpoint(await store.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow(), embedded.DATA_DIR)
  await store.deleteFrom('journal').execute()
  await store.insertInto('journal').values(rows).execute()
  await store.updateTable('journal_head').set(head).execute()
  expect(await run(scripts.verify)).toEqual({ code: 1, said: expect.stringContaining('before checkpoint 7') })
  expect(await run(scripts.verify, ['--accept', 'Restored the backup of Monday'])).toEqual({
    code: 0,
    said: expect.stringContaining('The journal is intact: 6 entries'),
  })
  const entry = await store.selectFrom('journal').selectAll().where('seq', '=', 6).executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ kind: 'checkpoints-accepted', detail: expect.stringContaining('"last":7,"proof"') })
  expect(await run(scripts.verify)).toMatchObject({ code: 0 })
})

test('the journal is signed with another key, and then with no other', async () => {
  const file = join(embedded.DATA_DIR, 'new-key')
  writeFileSync(file, 'a new key of the journal\n')
  expect(await run(scripts.verify, ['--change-key', file])).toMatchObject({ code: 0 })
  expect(await run(scripts.verify)).toEqual({ code: 1, said: expect.stringContaining('the head isn’t signed with this key') })
  expect(await run(scripts.verify, [], { JOURNAL_KEY: 'a new key of the journal' })).toMatchObject({ code: 0 })
})

test('verify names the rows that are not what the journal says', async () => {
  await store.transaction().execute(async (tx) => {
    const row = {
      id: 'g-1',
      playbook: 'refund',
      merchant: 'm',
      buyer_id: 'b',
      ticket: null,
      account_id: 'a',
      person: 'Ada',
    } as const
    await tx
      .insertInto('guides')
      .values({ ...row, version: 1, started_at: '2026-11-02T09:00:00.000Z', ended_at: null })
      .execute()
  })
  const { code, said } = await run(scripts.verify, [], { JOURNAL_KEY: 'a new key of the journal' })
  expect([code, said]).toEqual([1, 'The journal is intact, but rows don’t match it:\n  guides g-1: no entry records it\n'])
})

test('verify fails with the first broken entry', async () => {
  await store.updateTable('journal').set({ person: 'Mallory' }).where('seq', '=', 3).execute()
  expect(await run(scripts.verify)).toEqual({
    code: 1,
    said: 'The journal fails verification at entry 3: entry 3 doesn’t match what was written\n',
  })
})
