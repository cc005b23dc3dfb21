import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const imports = `
import * as z from 'zod/mini'
import type { CommandRules } from '@/lib/operations/declare/command-rules'
import { asGiven, cannotUndo, never, noEventProves } from '@/lib/operations/declare/command-rules'
import type { CommandWords, VerbWords } from '@/lib/operations/declare/command-words'
import { nothingGiven } from '@/lib/operations/declare/command-words'
import { command } from '@/lib/operations/declare/operation'
`

/** The parts of a command, each on lines of its own. */
const parts = {
  operation: {
    summary: `'Pause a subscription'`,
    method: `'POST'`,
    path: `'/buyers/{buyerId}/pause'`,
    right: `'act'`,
    body: `z.strictObject({})`,
    answer: `z.object({})`,
    stale: `['listSubscriptions']`,
    repeat: `'sets'`,
    target: `'buyer'`,
    headers: `[]`,
  },
  words: {
    name: `'Pause'`,
    nameOf: `null`,
    verbs: `{ pause: pauseVerb }`,
    done: `() => 'Paused'`,
    tell: `null`,
    unsettles: `[]`,
    reasons: `null`,
    conditions: `['always']`,
    refusedAgain: `null`,
  },
  verb: {
    words: `'Pause'`,
    of: `'buyer'`,
    fact: `null`,
    to: `null`,
    fields: `[]`,
    optional: `[]`,
    rule: `null`,
    given: `nothingGiven`,
    danger: `null`,
  },
  rules: {
    predict: `() => ({ rows: [], later: [], warnings: [] })`,
    undo: `() => cannotUndo('It can’t be undone.')`,
    refuses: `never`,
    completes: `asGiven`,
    mustWait: `never`,
    neverAgain: `never`,
    learns: `() => ({ buyerId: null, facts: [] })`,
    check: `'listSubscriptions'`,
    heardAs: `[]`,
    provenBy: `noEventProves`,
  },
}

type Of = keyof typeof parts

/** The command without one of its parts, or whole. */
function source(left?: { of: Of; part: string }): string {
  const body = (of: Of) =>
    Object.entries(parts[of])
      .filter(([part]) => left?.of !== of || left.part !== part)
      .map(([part, value]) => `  ${part}: ${value},`)
      .join('\n')
  return `${imports}
export const operation = command('pause', {
${body('operation')}
})
const pauseVerb: VerbWords<Record<never, never>> = {
${body('verb')}
}
export const words: CommandWords<Record<never, never>> = {
${body('words')}
}
export const rules: CommandRules<typeof operation> = {
${body('rules')}
}
`
}

const each = Object.entries(parts).flatMap(([of, named]) => Object.keys(named).map((part) => [of as Of, part] as const))

/** What the compiler says of each file: of a whole command, and of those that lack a part. */
let faults = ''

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-commands-'))
  writeFileSync(join(folder, 'whole.ts'), source())
  for (const [of, part] of each) writeFileSync(join(folder, `${of}-${part}.ts`), source({ of, part }))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: [],
    paths: { '@/*': [`${root}/*`], 'zod/mini': [`${root}/node_modules/zod/mini/index.d.ts`] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' })
  faults = tsc.stdout
  rmSync(folder, { recursive: true })
}, 120_000)

/** Each fault begins a line, and what explains it is indented. */
const faultsOf = (file: string) => faults.split(/\n(?=\S)/).filter((fault) => fault.includes(`${file}.ts(`))

test('a whole command compiles', () => {
  expect(faultsOf('whole')).toEqual([])
})

test.each(each)('without what its %s say of %s a command does not compile', (of, part) => {
  expect(faultsOf(`${of}-${part}`).join()).toContain(`Property '${part}' is missing`)
})
