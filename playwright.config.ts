import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export default defineConfig({
  testDir: 'e2e',
  // Each worker runs servers of its own (e2e/fixtures.ts), so that a fault ordered by one test never meets another.
  workers: 2,
  fullyParallel: true,
  retries: 1, // `npm test` names what passed only then
  forbidOnly: true,
  timeout: 60_000, // a machine of two slow cores has to get there too
  expect: { timeout: 15_000 },
  reporter: 'list', // what a failed test saw stands in its error-context; `--trace on` records all of it, at a fifth of the time
  globalSetup: './e2e/build-setup.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: { executablePath: await findChromium(), args: quiet },
  },
})
