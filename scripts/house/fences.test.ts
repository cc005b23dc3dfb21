import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { floors, withFences } from './floors'
import { textOf } from './modules'

const root = resolve(import.meta.dirname, '../..')

// Who may import whom stands in biome.json. Each line here is an import in a file of the given folder.

const refused = [
  ['lib/operations/planted.ts', 'zod'],
  ['lib/operations/planted.ts', 'react'],
  ['lib/operations/planted.ts', '@/lib/platform/env'],
  ['lib/operations/schemas/planted.ts', '@/lib/charges/status'],
  ['lib/operations/effects/planted.ts', '@/lib/people/account'],
  ['lib/core/planted.ts', 'react'],
  ['lib/core/planted.ts', 'node:fs'],
  ['lib/core/planted.ts', '@/components/ui/button'],
  ['lib/charges/planted.ts', './server/tally'],
  ['lib/charges/planted.ts', './client/charge-queries'],
  ['lib/charges/planted.ts', '@/lib/client/request'],
  ['lib/charges/planted.ts', '@/lib/platform/env'],
  ['lib/charges/planted.ts', 'react'],
  ['lib/charges/client/planted.ts', '../server/tally'],
  ['lib/charges/client/planted.ts', '@/lib/platform/env'],
  ['lib/charges/client/planted.ts', '@/components/ui/button'],
  ['lib/charges/client/planted.ts', 'node:crypto'],
  ['lib/charges/client/planted.ts', 'zod'],
  ['lib/charges/server/planted.ts', '../client/charge-queries'],
  ['lib/charges/server/planted.ts', '@/lib/client/request'],
  ['lib/charges/server/planted.ts', 'react-dom'],
  ['lib/charges/server/planted.ts', '../../refunds/server/batches'],
  ['lib/people/server/planted.ts', '@/components/ui/button'],
  ['lib/people/server/planted.ts', '@/standin/accounts'],
  ['components/ui/planted.tsx', '@/lib/core/money'],
  ['components/ui/planted.tsx', '@/components/charges/order'],
  ['components/ui/planted.tsx', '../charges/order'],
  ['components/ui/planted.tsx', '@tanstack/react-query'],
  ['components/charges/planted.tsx', '@/components/buyer/header'],
  ['components/replies/planted.tsx', '@/components/buyer/header'],
  ['components/charges/planted.tsx', '../buyer/header'],
  ['components/charges/planted.tsx', '@/lib/platform/env'],
  ['components/charges/planted.tsx', '@/lib/charges/server/tally'],
  ['components/charges/planted.tsx', '@/standin/accounts'],
  ['components/charges/planted.tsx', 'zod'],
  ['app/(desk)/planted/page.tsx', '@/standin/accounts'],
  ['app/(desk)/planted/page.tsx', 'kysely'],
  ['app/api/v2/planted/route.ts', '@/lib/platform/env'],
  ['app/api/v2/planted/route.ts', '@/lib/core/money'],
  ['app/api/v2/planted/route.ts', '@/lib/client/request'],
  ['app/api/v2/planted/route.ts', 'next/server'],
  ['standin/planted.ts', '@/lib/operations'],
  ['standin/planted.ts', '../lib/core/money'],
  ['standin/seed/planted.ts', '../../lib/core/money'],
  ['standin/seed/planted.ts', 'zod/mini'],
  ['e2e/planted.spec.ts', '@/lib/platform/env'],
  ['e2e/planted.spec.ts', '../components/ui/button'],
  ...upward(),
] as const

const allowed = [
  ['lib/operations/planted.ts', 'zod/mini'],
  ['lib/operations/planted.ts', './schemas/scalars'],
  ['lib/operations/planted.ts', '@/lib/core/money'],
  ['lib/operations/schemas/planted.ts', '../declare/operation'],
  ['lib/operations/effects/planted.ts', '../schemas/scalars'],
  ['lib/core/planted.ts', './money'],
  ['lib/charges/planted.ts', '@/lib/operations/declare/operation'],
  ['lib/charges/planted.ts', '@/lib/core/money'],
  ['lib/charges/client/planted.ts', '@/lib/operations'],
  ['lib/charges/client/planted.ts', '@tanstack/react-query'],
  ['lib/charges/client/planted.ts', '../order-filter'],
  ['lib/platform/planted.ts', 'node:crypto'],
  ['lib/people/server/planted.ts', '@/lib/database/open'],
  ['lib/refunds/server/planted.ts', '@/lib/charges/server/tally'],
  ['components/ui/planted.tsx', '@/lib/core/cn'],
  ['components/charges/planted.tsx', '@/components/ui/card'],
  ['components/charges/planted.tsx', './order'],
  ['components/charges/planted.tsx', '@/components/replies/reply-text'],
  ['components/charges/planted.tsx', '@/lib/client/request'],
  ['components/charges/planted.tsx', '@/lib/charges/client/charge-queries'],
  ['app/(desk)/planted/page.tsx', '@/components/charges/order'],
  ['app/(desk)/planted/page.tsx', '@/lib/platform/env'],
  ['app/api/v2/planted/route.ts', '@/lib/operations'],
  ['app/api/v2/planted/route.ts', '@/lib/calls/serve-query'],
  ['app/api/v2/planted/route.ts', '@/lib/commands/server/serve-command'],
  ['app/api/desk/planted/route.ts', '@/lib/people/server/serve-desk'],
  ['standin/seed/planted.ts', '../accounts'],
  ['e2e/planted.spec.ts', '@/standin/seed/stories'],
] as const

/** A function of so many lines in a file, and whether it is refused. */
const measured = [
  ['components/charges/planted.tsx', 50, false],
  ['components/charges/planted.tsx', 51, true],
  ['lib/core/planted.ts', 51, true],
  ['lib/database/migrations/planted.ts', 51, true],
  ['scripts/planted.ts', 51, true],
  ['standin/planted.ts', 51, true],
  ['lib/core/planted.test.ts', 51, false],
] as const

/** On each floor, an import from the room above it. */
function upward(): [string, string][] {
  return floors
    .slice(0, -1)
    .flatMap((rooms, floor) =>
      rooms.map((room): [string, string] => [
        room === 'core' || room === 'operations' ? `lib/${room}/planted.ts` : fileIn(room),
        `@/lib/${floors[floor + 1]?.[0]}/planted-above`,
      ]),
    )
}

function fileIn(room: string): string {
  return existsSync(join(root, 'lib', room, 'server')) ? `lib/${room}/server/planted.ts` : `lib/${room}/planted.ts`
}

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-fences-'))
let found = new Set<string>()
let long = new Set<string>()

beforeAll(() => {
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const [file, from] of [...refused, ...allowed])
    plant(file, from, `import { planted } from '${from}'\nexport const kept = planted\n`)
  plant('lib/operations/planted.ts', 'export', "export { planted } from '@/lib/charges/status'\n")
  plant('lib/operations/planted.ts', 'dynamic', "export const planted = () => import('@/lib/charges/status')\n")
  plant('lib/people/server/planted.ts', 'state', "import { useState } from 'react'\nexport const kept = useState\n")
  plant('lib/people/server/planted.ts', 'cache', "import { cache } from 'react'\nexport const kept = cache\n")
  plant(
    'lib/people/server/planted.ts',
    'hook',
    "import { useQuery } from '@tanstack/react-query'\nexport const kept = useQuery\n",
  )
  plant(
    'lib/people/server/planted.ts',
    'prefetch',
    "import { QueryClient } from '@tanstack/react-query'\nexport const kept = QueryClient\n",
  )
  for (const [file, lines] of measured)
    plant(file, `${lines}`, `export function planted() {\n${'  planted()\n'.repeat(lines)}}\n`)
  const refusedBy = refusals()
  found = refusedBy('lint/style/noRestrictedImports')
  long = refusedBy('lint/complexity/noExcessiveLinesPerFunction')
})

afterAll(() => rmSync(folder, { recursive: true }))

/** One file for each import, so that one refusal cannot stand for another. */
const fileOf = (file: string, from: string) =>
  file.replace('planted.', `planted-${from.replace(/\W+/g, '_')}.`).replace('planted/', `planted-${from.replace(/\W+/g, '_')}/`)

function plant(file: string, from: string, source: string): void {
  const path = join(folder, fileOf(file, from))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
}

/** The files that a rule refuses. A rule named with --only would also run where biome.json turns it off. */
function refusals(): (rule: string) => Set<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const asked = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
  const report = JSON.parse(outputOf(process.execPath, [biome, ...asked])) as {
    diagnostics: { category: string; location: { path: string } }[]
  }
  return (rule) =>
    new Set(
      report.diagnostics.filter(({ category }) => category === rule).map(({ location }) => location.path.replace(/^\.\//, '')),
    )
}

function outputOf(program: string, given: string[]): string {
  try {
    return execFileSync(program, given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (cause) {
    return (cause as { stdout: string }).stdout // exit code 1 says that something was refused
  }
}

test.each(refused)('%s may not import %s', (file, from) => {
  expect(found).toContain(fileOf(file, from))
})

test.each(allowed)('%s may import %s', (file, from) => {
  expect(found).not.toContain(fileOf(file, from))
})

test.each(['export', 'dynamic'])('a fence also stops an import by %s', (how) => {
  expect(found).toContain(fileOf('lib/operations/planted.ts', how))
})

test('of React the server takes `cache` alone, and of React Query the QueryClient alone', () => {
  const of = (name: string) => found.has(fileOf('lib/people/server/planted.ts', name))
  expect(['state', 'hook', 'cache', 'prefetch'].map(of)).toEqual([true, true, false, false])
})

test.each(measured)('of %s a function of %i lines is refused: %s', (file, lines, isRefused) => {
  expect(long.has(fileOf(file, `${lines}`))).toBe(isRefused)
})

test('the only long functions of the product are those of released migrations, which nobody may change', () => {
  const [, excepted = ''] = textOf('biome.json').match(/"lib\/database\/migrations\/\{(.+)\}\.ts"/) ?? []
  expect(excepted.split(',')).toEqual(['003-journal', '010-refunds', '030-events'])
})

test('the fences of biome.json are those of the floors; npm run docs writes them', () => {
  expect(JSON.parse(withFences(textOf('biome.json')))).toEqual(JSON.parse(textOf('biome.json')))
})
