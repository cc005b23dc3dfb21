// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import { told } from './mutants/enough.mjs'

/**
 * The rest of a file from a line that begins so.
 * @param {string} file @param {string} line
 */
function from(file, line) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((each) => each.startsWith(line)) + 1
  if (at === 0) throw new Error(`${file} has no line that begins with: ${line}`)
  return `${file}:${at}-${lines.length}`
}

/**
 * By area and part what is mutated, and the tests that are asked about it: those of the same subject, for a mutant that gets past them is
 * held by none of its own. Nothing is left out but what only says words, such as the reasons that are offered for a refund.
 *
 * @type {Record<string, Record<string, { mutate: string[], tests: string[] }>>}
 */
const areas = {
  money: { money: { mutate: ['lib/core/money.ts'], tests: ['lib/core/money.test.ts'] } },
  refunds: {
    rules: {
      mutate: ['lib/refunds/{charge-doubts,refund,refund-amount,refund-flag,refund-hints,refund-step-words}.ts'],
      tests: ['lib/refunds/*.test.ts'],
    },
    desk: {
      mutate: ['lib/refunds/server/{ask-refund,move-refund,refundable,went-back}.ts'],
      tests: ['lib/refunds/server/{handlers,refunds,undo-decision,went-back}.test.ts'],
    },
  },
  approvals: {
    approvals: {
      mutate: [
        'lib/commands/approval.ts',
        'lib/commands/server/{approval-rules,approvals,spend-approval}.ts',
        // What waits; before it stands how a body is completed.
        from('lib/commands/server/requirements.ts', 'export async function requireNoApproval'),
      ],
      tests: ['lib/commands/approval.test.ts', 'lib/commands/server/{approval-handlers,approval-rules,approvals}.test.ts'],
    },
  },
  effects: {
    effects: {
      mutate: [
        'lib/operations/predict.ts',
        'lib/operations/effects/*.ts',
        '!**/*.test.ts',
        '!**/*-for-tests.ts',
        'lib/operations/*/{renewal,rules,switching}.ts',
      ],
      tests: [
        'lib/operations/index.test.ts',
        'lib/operations/effects/{differences,facts,known-subscription,other-commands,renews-on}.test.ts',
        'lib/operations/{change-*,create-*,downgrade-*}/*.test.ts',
        'lib/commands/action-words.test.ts',
        // What an answer teaches, what orders and charges come to, and which event tells of a command.
        'lib/knowledge/server/extract-facts.test.ts',
        'lib/charges/*.test.ts',
        'lib/testing/answer-shows-otherwise.test.ts',
        'lib/events/proof.test.ts',
      ],
    },
  },
  journal: {
    keys: { mutate: ['lib/journal/crypto.ts'], tests: ['lib/journal/{canonical,chain,keys}.test.ts'] },
    ids: { mutate: ['lib/journal/action-ids.ts'], tests: ['lib/journal/action-ids.test.ts'] },
    chain: { mutate: ['lib/journal/chain.ts'], tests: ['lib/journal/{chain,keys}.test.ts'] },
    file: { mutate: ['lib/journal/checkpoints.ts'], tests: ['lib/journal/checkpoint-file.test.ts'] },
    claims: {
      mutate: ['lib/journal/checkpoint-claims.ts'],
      tests: ['lib/journal/{checkpoint-claims,checkpoint-file,checkpoints}.test.ts'],
    },
    accept: { mutate: ['lib/journal/accept.ts'], tests: ['lib/journal/accept.test.ts'] },
    verify: { mutate: ['lib/journal/verify.ts'], tests: ['lib/journal/{checkpoints,verify,verify-rows}.test.ts'] },
    rows: {
      mutate: ['lib/journal/{row-digests,verify-rows}.ts'],
      tests: ['lib/journal/{keys,older-entries,verify-rows}.test.ts'],
    },
  },
}

const [area = '', only] = process.argv.slice(2)
const parts = Object.entries(areas[area] ?? {}).filter(([part]) => only === undefined || part === only)
if (parts.length === 0) {
  const named = Object.entries(areas).map(([name, its]) => `  ${name}: ${Object.keys(its).join(', ')}`)
  console.error(['Usage: npm run mutants -- AREA [PART]', ...named].join('\n'))
  process.exit(1)
}

let [killed, all] = [0, 0]
for (const [part, { mutate, tests }] of parts) {
  // Not by Stryker's own `testFiles`: with that it runs no test for what is evaluated as a module is loaded.
  writeFileSync('scripts/mutants/asked.json', JSON.stringify(tests))
  const results = await new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/mutants.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    tsconfigFile: 'scripts/mutants/no-tsconfig.json', // there is none: Stryker reads ours with functions that our compiler no longer has
    coverageAnalysis: 'perTest',
    concurrency: 1,
    tempDirName: '.cache/mutants',
    ignorePatterns: ['.next', '.cache', '.data', 'e2e', 'docs', 'bench', 'screenshots'],
    reporters: ['progress-append-only', 'clear-text', 'json'],
    jsonReporter: { fileName: `.cache/mutants-${area}-${part}.json` },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    disableTypeChecks: false,
    incremental: true, // what was killed is asked about again only where it, or the test that killed it, has changed
    incrementalFile: `.cache/mutants-${area}-${part}-incremental.json`,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 20,
  }).runMutationTest()
  all += results.length
  killed += results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
}
const { line, isEnough } = told(area, { killed, all })
console.log(line)
process.exitCode = isEnough ? 0 : 1
