// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * What a run counted. `failures`: each failed test by name, with what it said. `second`: those that passed at their second try, likewise; each
 * is a fault of the test or of the product to be found.
 * @typedef {{ passed: number, failed: number, failures?: string[], second?: string[] }} Counts
 */

/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} Assertion */
/** @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} VitestFile */

/** @param {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} report @returns {Counts} */
export const vitestCounts = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  failures: testResults.flatMap(failedIn),
})

/** Its failed tests, or the file itself where it could not be run. @param {VitestFile} file @returns {string[]} */
function failedIn({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((each) => each.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [said(name, message)] : []
  return failed.map(({ fullName, failureMessages = [] }) => said(`${name} › ${fullName}`, failureMessages.join('\n')))
}

/** @typedef {{ error?: { message?: string }, attachments?: { name: string, path?: string }[] }} Try */
/** @typedef {{ title: string, tests: { status: string, results: Try[] }[] }} Spec */
/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */

/** @param {{ stats: { expected: number, flaky: number, unexpected: number }, suites: Suite[] }} report @returns {Counts} */
export const playwrightCounts = ({ stats, suites }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  failures: suites.flatMap((suite) => endedAs('unexpected', suite)),
  second: suites.flatMap((suite) => endedAs('flaky', suite)),
})

/** @param {string} wanted @param {Suite} suite @returns {string[]} */
function endedAs(wanted, { title, specs = [], suites = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => said(`${title} › ${spec.title}`, firstError(results))),
  )
  return [...own, ...suites.flatMap((suite) => endedAs(wanted, suite))]
}

/** What its first failed try said, and what was on the page. @param {Try[]} results */
function firstError(results) {
  const failed = results.find(({ error }) => error)
  const page = failed?.attachments?.find(({ name }) => name === 'error-context')?.path
  const [, seen = ''] = (page && existsSync(page) && /```yaml\n(.*?)```/s.exec(readFileSync(page, 'utf8'))) || []
  return `${failed?.error?.message ?? ''}${seen && `\nThe page:\n${seen.trim()}`}`
}

// A page of the dashboard is drawn in about a hundred lines, and what failed stands at the beginning of a message.
const mostLines = 150

/** @param {string} name @param {string} text */
function said(name, text) {
  const lines = stripVTControlCharacters(text.trim() || 'It said nothing.').split('\n')
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines
  return [name, ...shown.map((line) => `    ${line}`)].join('\n')
}
