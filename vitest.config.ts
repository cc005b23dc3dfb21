import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const every = ['{app,components,lib,standin,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts']

const slow = '{app,components,lib,standin,scripts,bench}/**/*.slow.test.ts' // kill processes, race them or wait for time to pass

/**
 * They replace modules or parts of Node for themselves, or compare whole databases, in which work that another file has left for later would
 * change a row: no other file may come before them or inherit it.
 */
const alone = [
  'lib/database/move.slow.test.ts',
  'components/shell/shell.test.tsx',
  'lib/people/server/sign-in.test.ts',
  'lib/testing/built-apart.test.ts',
  'lib/boot/incoming.test.ts',
  'lib/platform/log.test.ts',
  'lib/testing/personal-values.test.ts',
]

// Newer Nodes have a storage of their own, which stands in the way of the one that the DOM for tests brings.
const execArgv = Number(process.versions.node.split('.')[0]) >= 25 ? ['--no-webstorage'] : []

export default defineConfig({
  resolve: {
    // `server-only` throws wherever the react-server condition is not set, and a unit test is such a place.
    alias: { '@': at('.'), 'server-only': at('./node_modules/server-only/empty.js') },
  },
  test: {
    env: { LOG_LEVEL: 'silent' },
    globalSetup: './scripts/databases-for-tests.ts', // the database's tests run on both engines
    setupFiles: './lib/testing/afresh.ts',
    isolate: false, // importing the same modules anew for each file would take longer than the tests
    pool: 'threads',
    execArgv,
    maxWorkers: Math.max(3, availableParallelism() - 1), // much of the time goes by waiting for sockets, locks and children
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'together', include: every, exclude: [...configDefaults.exclude, slow, ...alone] } },
      { extends: true, test: { name: 'slow', include: [slow], exclude: [...configDefaults.exclude, ...alone] } },
      { extends: true, test: { name: 'alone', include: alone, isolate: true } },
    ],
  },
})
