// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run as start, tool } from './child.mjs'
import { playwrightCounts, vitestCounts } from './failures.mjs'

/** @param {string[]} command @param {Record<string, string>} [env] */
const run = (command, env = {}) => start(command, { NO_COLOR: '1', ...env })

/** @typedef {import('./failures.mjs').Counts & { output: string }} Result */

/**
 * A command that passes or fails as a whole.
 * @param {string[]} command
 * @returns {Promise<Result>}
 */
async function whole(command) {
  const { code, output } = await run(command)
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

export const lint = () => whole(tool('@biomejs/biome/bin/biome', 'check', '--colors=off', '.'))
/** Files, exports and dependencies that nothing uses (`knip.json`). */
export const unused = () => whole(tool('knip/bin/knip.js', '--no-config-hints'))
export const types = () => whole(tool('typescript/bin/tsc', '--noEmit'))

export const unit = () => vitest()

/** Without the suites that kill processes, race them or wait for time to pass (`vitest.config.ts`). */
export const quickUnit = () => vitest('--project', '!slow')

/** @param {string[]} more */
const vitest = (...more) =>
  counted(
    (/** @type {string} */ file) =>
      tool('vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...more),
    {},
    vitestCounts,
  )

export const browser = () =>
  counted(
    () => tool('@playwright/test/cli.js', 'test', '--reporter=list,json'),
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    playwrightCounts,
  )

/** The short run of the fault checker: fifty seeds, most of them on the embedded database, some in two copies on PostgreSQL. */
export async function chaos() {
  const [one, two] = await Promise.all([
    seeds('--seeds', '42', '--operations', '24'),
    seeds('--seeds', '8', '--operations', '24', '--copies', '2', '--seed', '1001'),
  ])
  return { passed: one.passed + two.passed, failed: one.failed + two.failed, output: `${one.output}\n${two.output}` }
}

/**
 * The checker counts seeds itself, in its last line; one that says nothing has failed as a whole.
 * @param {string[]} given
 */
async function seeds(...given) {
  const command = [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/chaos.ts', ...given]
  const { code, output } = await run(command)
  const [, passed = '0', failed = '1'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return { passed: Number(passed), failed: code === 0 ? Number(failed) : Math.max(1, Number(failed)), output }
}

/**
 * A command that writes what it counted as JSON. One that fails without a failed test (a file that cannot be read) has failed once.
 * @param {(file: string) => string[]} command
 * @param {Record<string, string> | ((file: string) => Record<string, string>)} env
 * @param {(report: any) => import('./failures.mjs').Counts} countsIn
 */
async function counted(command, env, countsIn) {
  const file = join(tmpdir(), `counterfoil-${process.pid}-${Date.now()}.json`)
  const { code, output } = await run(command(file), typeof env === 'function' ? env(file) : env)
  const counts = existsSync(file) ? countsIn(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  rmSync(file, { force: true })
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed), output }
}

/**
 * Runs one step and says in a line how it went; what it printed is shown only where it failed.
 * @param {string} name
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function step(name, work) {
  const from = Date.now()
  const result = await work()
  const seconds = ((Date.now() - from) / 1000).toFixed(1)
  if (result.failed > 0) console.log(result.output.trim())
  console.log(`${result.failed > 0 ? '✗' : '✓'} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`)
  for (const title of result.second ?? []) console.log(`  passed only on the second try: ${title}`)
  return result
}

/**
 * Adds up what the steps counted, and names once more what failed: where a log is cut, its end is what's kept.
 * @param {Result[]} results
 */
export function summary(results) {
  for (const each of results.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${each}`)
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
