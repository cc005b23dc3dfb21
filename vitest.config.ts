import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    // `server-only` throws wherever the react-server condition is not set, and a unit test is such a place.
    alias: { '@': at('.'), 'server-only': at('./node_modules/server-only/empty.js') },
  },
  test: {
    include: ['{app,components,lib,standin,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts'],
    env: { LOG_LEVEL: 'silent' },
    globalSetup: './scripts/postgres-for-tests.mjs', // the database's tests run on both engines
    restoreMocks: true,
    testTimeout: 15_000,
  },
})
