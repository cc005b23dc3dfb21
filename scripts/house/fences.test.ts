import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Who may import whom stands in biome.json. Each line here is an import in a file of the given folder.

const refused = [
  ['lib/operations/planted.ts', 'zod'],
  ['lib/operations/planted.ts', 'react'],
  ['lib/operations/planted.ts', '../money'],
  ['lib/operations/planted.ts', '@/lib/money'],
  ['lib/operations/schemas/planted.ts', '../../money'],
  ['lib/operations/schemas/planted.ts', '@/lib/server/env'],
  ['lib/operations/effects/planted.ts', '../../money'],
  ['lib/operations/effects/planted.ts', '@/lib/money'],
  ['lib/planted.ts', './server/env'],
  ['lib/planted.ts', './client/call'],
  ['lib/planted.ts', 'react'],
  ['lib/planted.ts', 'node:fs'],
  ['lib/planted.ts', '@/components/ui/button'],
  ['lib/charges/planted.ts', '../server/env'],
  ['lib/charges/planted.ts', '@/lib/client/call'],
  ['lib/charges/planted.ts', 'react'],
  ['lib/charges/planted.ts', '../../components/ui/button'],
  ['lib/client/planted.ts', '@/lib/server/env'],
  ['lib/client/planted.ts', '../server/env'],
  ['lib/client/planted.ts', '@/components/ui/button'],
  ['lib/client/planted.ts', 'node:crypto'],
  ['lib/client/planted.ts', 'zod'],
  ['lib/server/planted.ts', 'react-dom'],
  ['lib/server/planted.ts', '@/lib/client/call'],
  ['lib/server/auth/planted.ts', '../../client/call'],
  ['lib/server/auth/planted.ts', '@/components/ui/button'],
  ['lib/server/auth/planted.ts', '../../../app/layout'],
  ['lib/server/auth/planted.ts', '@/standin/accounts'],
  ['components/ui/planted.tsx', '@/lib/money'],
  ['components/ui/planted.tsx', '@/components/charges/order'],
  ['components/ui/planted.tsx', '../charges/order'],
  ['components/ui/planted.tsx', '@tanstack/react-query'],
  ['components/charges/planted.tsx', '@/components/buyer/header'],
  ['components/charges/planted.tsx', '../buyer/header'],
  ['components/charges/planted.tsx', '@/lib/server/env'],
  ['components/charges/planted.tsx', '@/standin/accounts'],
  ['components/charges/planted.tsx', 'zod'],
  ['app/(desk)/planted/page.tsx', '@/standin/accounts'],
  ['app/(desk)/planted/page.tsx', 'kysely'],
  ['app/api/v2/planted/route.ts', '@/lib/server/env'],
  ['app/api/v2/planted/route.ts', '@/lib/money'],
  ['app/api/v2/planted/route.ts', '@/lib/client/call'],
  ['app/api/v2/planted/route.ts', 'next/server'],
  ['standin/planted.ts', '@/lib/operations'],
  ['standin/planted.ts', '../lib/money'],
  ['standin/seed/planted.ts', '../../lib/money'],
  ['standin/seed/planted.ts', 'zod/mini'],
  ['e2e/planted.spec.ts', '@/lib/server/env'],
  ['e2e/planted.spec.ts', '../components/ui/button'],
] as const

const allowed = [
  ['lib/operations/planted.ts', 'zod/mini'],
  ['lib/operations/planted.ts', './schemas/scalars'],
  ['lib/operations/schemas/planted.ts', '../operation'],
  ['lib/operations/effects/planted.ts', '../schemas/scalars'],
  ['lib/planted.ts', './operations/schemas/scalars'],
  ['lib/charges/planted.ts', '../operations/operation'],
  ['lib/charges/planted.ts', '@/lib/money'],
  ['lib/client/planted.ts', '@/lib/operations'],
  ['lib/client/planted.ts', '@tanstack/react-query'],
  ['lib/server/planted.ts', 'node:crypto'],
  ['lib/server/auth/planted.ts', '../database/open'],
  ['components/ui/planted.tsx', '@/lib/cn'],
  ['components/charges/planted.tsx', '@/components/ui/card'],
  ['components/charges/planted.tsx', './order'],
  ['components/charges/planted.tsx', '@/lib/client/call'],
  ['app/(desk)/planted/page.tsx', '@/components/charges/order'],
  ['app/(desk)/planted/page.tsx', '@/lib/server/env'],
  ['app/api/v2/planted/route.ts', '@/lib/operations'],
  ['app/api/v2/planted/route.ts', '@/lib/server/serve'],
  ['app/api/desk/planted/route.ts', '@/lib/server/desk/serve-desk'],
  ['standin/seed/planted.ts', '../accounts'],
  ['e2e/planted.spec.ts', '@/standin/seed/stories'],
] as const

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-fences-'))
let found = new Set<string>()

beforeAll(() => {
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const [file, from] of [...refused, ...allowed])
    plant(file, from, `import { planted } from '${from}'\nexport const kept = planted\n`)
  plant('lib/operations/planted.ts', 'export', "export { planted } from '@/lib/money'\n")
  plant('lib/operations/planted.ts', 'dynamic', "export const planted = () => import('@/lib/money')\n")
  plant('lib/server/planted.ts', 'state', "import { useState } from 'react'\nexport const kept = useState\n")
  plant('lib/server/planted.ts', 'cache', "import { cache } from 'react'\nexport const kept = cache\n")
  plant('lib/server/planted.ts', 'hook', "import { useQuery } from '@tanstack/react-query'\nexport const kept = useQuery\n")
  plant(
    'lib/server/planted.ts',
    'prefetch',
    "import { QueryClient } from '@tanstack/react-query'\nexport const kept = QueryClient\n",
  )
  found = refusedFiles()
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

function refusedFiles(): Set<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const asked = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.']
  const report = JSON.parse(outputOf(process.execPath, [biome, ...asked])) as { diagnostics: { location: { path: string } }[] }
  return new Set(report.diagnostics.map(({ location }) => location.path.replace(/^\.\//, '')))
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
  const of = (name: string) => found.has(fileOf('lib/server/planted.ts', name))
  expect(['state', 'hook', 'cache', 'prefetch'].map(of)).toEqual([true, true, false, false])
})
