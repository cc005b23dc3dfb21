import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundled } from '@/lib/commands/server/racers-for-tests'
import { emptyPlace, environmentOf, type OwnPlace } from '@/lib/database/engines-for-tests'

// How processes of the dashboard end that are given a wrong environment, as they are run.

let place: OwnPlace
const scripts = {
  'the server': 'lib/boot/boot-for-tests.ts',
  'npm run users': 'scripts/users.ts',
  'npm run verify': 'scripts/verify.ts',
  'npm run import': 'scripts/import.ts',
  'npm run move-database': 'scripts/move-database.ts',
}
const built = new Map<string, string>()
const given: Record<string, string[]> = {
  'npm run users': ['list'],
  'npm run import': ['buyers', import.meta.filename],
  'npm run move-database': ['--to', 'postgres://127.0.0.1:9/x'],
}

beforeAll(async () => {
  place = await emptyPlace('SQLite')
  for (const [name, script] of Object.entries(scripts)) built.set(name, await bundled(script))
}, 60_000)
afterAll(async () => {
  for (const script of built.values()) rmSync(script)
  await place.remove()
})

const run = (name: string, more: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...environmentOf(place), ...more }
    execFile(process.execPath, [built.get(name) ?? '', ...(given[name] ?? [])], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

test.concurrent.each(Object.keys(scripts))('%s ends with the list of all faults (A11)', async (name) => {
  const { code, output } = await run(name, { LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', JOURNAL_KEY: 'short' })
  expect(code).toBe(1)
  for (const fault of ['LOG_LEVEL: isn’t a log level', 'DATABASE_URL: isn’t a postgres', 'JOURNAL_KEY: has fewer'])
    expect(output).toContain(fault)
  expect(output).not.toMatch(/\n\s+at /)
})
