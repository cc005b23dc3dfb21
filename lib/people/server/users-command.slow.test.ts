import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundled } from '@/lib/commands/server/racers-for-tests'
import { environmentOf, newPlace, type OwnPlace } from '@/lib/database/engines-for-tests'
import { openDatabase } from '@/lib/database/open'

// What `npm run users` does, as it is run.

let place: OwnPlace
let script: string

beforeAll(async () => {
  script = await bundled('scripts/users.ts')
  place = await newPlace('SQLite')
})
afterAll(async () => {
  await place.remove()
  rmSync(script)
})

function users(given: string[], { password = '', env = {} }: { password?: string; env?: Record<string, string> } = {}) {
  return new Promise<[number, string]>((resolve) => {
    const options = { env: { ...process.env, ...environmentOf(place), ...env } }
    const child = execFile(process.execPath, [script, ...given], options, (error, stdout, stderr) =>
      resolve([Number(error?.code ?? 0), stdout + stderr]),
    )
    child.stdin?.end(`${password}\n`)
  })
}
const add = (email: string, role: string, password: string, ...more: string[]) =>
  users(['add', email, '--role', role, ...more], { password })
const good = 'lantern moss quarrel tin'

test('what an operator does to accounts is done, kept to its rules, and in the journal', async () => {
  expect(await add('first@desk.example.test', 'admin', 'passwordpassword')).toEqual([0, 'done\n'])
  expect(await add('bot@desk.example.test', 'agent', 'passwordpassword', '--keep-password')).toEqual([
    1,
    expect.stringContaining('too common'),
  ])
  expect(await add('bot@desk.example.test', 'agent', good, '--keep-password')).toEqual([0, 'done\n'])
  expect(await users(['disable', 'first@desk.example.test'])).toEqual([1, expect.stringContaining('the last admin')])
  expect(await users(['role', 'bot@desk.example.test', 'manager'])).toEqual([0, 'done\n'])

  const store = await openDatabase(place)
  const people = await store.selectFrom('accounts').select(['email', 'role', 'password_due_at']).orderBy('email').execute()
  expect(people).toEqual([
    { email: 'bot@desk.example.test', role: 'manager', password_due_at: null },
    { email: 'first@desk.example.test', role: 'admin', password_due_at: expect.any(String) },
  ])
  const entries = await store.selectFrom('journal').select(['person', 'detail']).orderBy('seq').execute()
  expect(entries.map(({ person, detail }) => [person, JSON.parse(detail).did])).toEqual([
    ['npm run users', 'added'],
    ['npm run users', 'added'],
    ['npm run users', 'role'],
  ])
  await store.destroy()
}, 60_000) // a process each

test('without the journal’s key it does so all the same, and says what is missing', async () => {
  const env = { NEXTAUTH_SECRET: '', JOURNAL_KEY: '' }
  expect(await users(['add', 'late@desk.example.test', '--role', 'agent'], { password: good, env })).toEqual([
    0,
    expect.stringContaining('not recorded in the journal'),
  ])
}, 60_000)
