import { buildWhenStale } from './build.mjs'
import { type Options, optionsFrom } from './chaos/options'
import { planOf } from './chaos/plan'
import { findPlanted } from './chaos/planted/find'
import { Run } from './chaos/run'
import { soak } from './chaos/soak'
import { unreportedDamage } from './chaos/verify-command'
import { giveUp } from './child.mjs'

const options = optionsOrUsage()
/** Set by Ctrl-C: what has begun is ended properly, and what was seen until then is told. */
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isOver = true
  })

if (options.plant === undefined) {
  const { code, output } = await buildWhenStale()
  if (code !== 0) giveUp(output)
}
const { lived, failed } = await (options.plant !== undefined
  ? findPlanted(options, () => isOver)
  : options.soak
    ? soaked(options.soak)
    : seeds())
console.log(`${lived - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function optionsOrUsage(): Options {
  try {
    return optionsFrom(process.argv.slice(2))
  } catch (cause) {
    return giveUp((cause as Error).message)
  }
}

async function soaked(how: NonNullable<Options['soak']>): Promise<{ lived: number; failed: number }> {
  const broken = await soak(options, how, () => isOver)
  for (const sentence of broken) console.log(`  ${sentence}`)
  return { lived: 1, failed: broken.length > 0 ? 1 : 0 }
}

/** Lives through one seed after the other; says of each that failed what did not hold and how to repeat it. */
async function seeds(): Promise<{ lived: number; failed: number }> {
  const run = new Run(options)
  const from = performance.now()
  let [lived, failed] = [0, 0]
  try {
    await run.start()
    for (let seed = options.seed; lived < options.seeds && !isOver; seed += 1) {
      failed += report(seed, await run.seed(seed).catch(notLived))
      lived += 1
      if (lived % 50 === 0 && lived < options.seeds) console.log(`${lived} of ${options.seeds} seeds, ${failed} failed`)
    }
    await run.servers.stopDashboards()
    const gaps = run.coverage.gaps(lived)
    for (const gap of gaps) console.log(gap)
    failed += gaps.length > 0 ? 1 : 0
    for (const line of run.coverage.lines(lived)) console.log(line)
    const random = planOf(options.seed, options).random('verify')
    failed += report(options.seed, await unreportedDamage(run.servers.place, { JOURNAL_KEY: run.secrets.journalKey }, random))
  } finally {
    await run.stop()
  }
  say(run, lived, (performance.now() - from) / 1_000)
  return { lived, failed: Math.min(failed, lived) }
}

/** A seed that breaks the checker itself has failed; the next ones may still say something. */
function notLived(cause: Error): string[] {
  return [`The seed stopped with an error: ${cause.message}`]
}

/** Tells of a failed seed; returns 1 for it, and 0 for a sound one. */
function report(seed: number, broken: readonly string[]): number {
  if (broken.length === 0) return 0
  const { operations, copies, database } = options
  const again = `npm run chaos -- --seed ${seed} --operations ${operations} --copies ${copies} --database ${database}`
  console.log(`Seed ${seed} failed:\n${broken.map((sentence) => `  ${sentence}`).join('\n')}\n  Run it again: ${again}`)
  return 1
}

function say({ counts }: Run, lived: number, seconds: number): void {
  const { operations, database, copies } = options
  console.log(
    `${lived} seeds of ${operations} operations on ${database} in ${copies === 1 ? 'one copy' : 'two copies'}: ${seconds.toFixed(0)} s, ` +
      `${counts.deliveries} commands received, ${counts.answers} answered, ${counts.unconfirmed} unconfirmed, ` +
      `${counts.ends} restarts, the slowest ready after ${Math.round(counts.longestStartMs)} ms`,
  )
}
