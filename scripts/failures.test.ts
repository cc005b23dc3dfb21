import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './failures.mjs'

const context = join(tmpdir(), `counterfoil-context-${process.pid}.md`)
writeFileSync(context, '# Error details\n\n```\nnot visible\n```\n\n```yaml\n- button "Approve"\n```\n\n# Test source\n')
afterAll(() => rmSync(context))

test('a failed unit test is named with what it said, and so is a file that could not be run', () => {
  const counts = vitestCounts({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds up', status: 'passed' },
          { fullName: 'keeps all', status: 'failed', failureMessages: ['\u001b[31mexpected 2\u001b[39m\nreceived 3'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    failures: ['a.test.ts › keeps all\n    expected 2\n    received 3', 'b.test.ts\n    Cannot find module'],
  })
})

test('a failed browser test is named with what it said first and saw, apart from one that passed at its second try', () => {
  const failed = { error: { message: 'not visible' }, attachments: [{ name: 'error-context', path: context }] }
  const counts = playwrightCounts({
    stats: { expected: 5, flaky: 1, unexpected: 1 },
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'approves', tests: [{ status: 'unexpected', results: [failed, { error: { message: 'later' } }] }] }],
        suites: [{ title: 'group', specs: [{ title: 'waits', tests: [{ status: 'flaky', results: [{ error: {} }, {}] }] }] }],
      },
    ],
  })
  expect(counts).toEqual({
    passed: 6,
    failed: 1,
    failures: ['a.spec.ts › approves\n    not visible\n    The page:\n    - button "Approve"'],
    second: ['group › waits\n    It said nothing.'],
  })
})
