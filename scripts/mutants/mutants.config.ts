import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The tests of the part that is asked about: `scripts/mutants.mjs` writes them down. */
const asked = at('./scripts/mutants/asked.json')
const include: string[] = existsSync(asked) ? JSON.parse(readFileSync(asked, 'utf8')) : ['lib/**/*.test.ts']

// biome-ignore lint/style/noDefaultExport: vitest takes a configuration so
export default defineConfig({
  root: at('.'),
  resolve: { alias: { '@': at('.'), 'server-only': at('./node_modules/server-only/empty.js') } },
  test: {
    include,
    exclude: ['**/*.slow.test.ts', '**/*.property.test.ts'], // they draw so many cases that each mutant would take minutes
    env: { LOG_LEVEL: 'silent' },
    globalSetup: at('./scripts/databases-for-tests.ts'),
    provide: { engines: ['SQLite'] }, // each mutant makes databases anew, which on a server takes too long
    setupFiles: at('./lib/testing/afresh.ts'),
    pool: 'threads',
    testTimeout: 60_000,
  },
})
