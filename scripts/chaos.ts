import { buildWhenStale } from './build.mjs'
import { type Options, optionsFrom } from './chaos/options'
import { planOf } from './chaos/plan'
import { Run } from './chaos/run'
import { soak } from './chaos/soak'
import { unreportedDamage } from './chaos/verify-command'
import { giveUp, stopAll } from './child.mjs'

const options = optionsOrUsage()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll().then(() => process.exit(1)))

const { code, output } = await buildWhenStale()
if (code !== 0) giveUp(output)
const failed = options.soak ? await soaked(options.soak) : await seeds(options)
console.log(`${(options.soak ? 1 : options.seeds) - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function optionsOrUsage(): Options {
  try {
    return optionsFrom(process.argv.slice(2))
  } catch (cause) {
    return giveUp((cause as Error).message)
  }
}

async function soaked(how: NonNullable<Options['soak']>): Promise<number> {
  const broken = await soak(options, how)
  for (const sentence of broken) console.log(`  ${sentence}`)
  return broken.length > 0 ? 1 : 0
}

/** Runs the seeds one after the other; says of each that failed what did not hold and how to repeat it. Resolves to how many failed. */
async function seeds(options: Options): Promise<number> {
  const run = new Run(options)
  const from = performance.now()
  let failed = 0
  try {
    await run.start()
    for (let seed = options.seed; seed < options.seed + options.seeds; seed += 1) {
      const broken = await run.seed(seed)
      if (broken.length > 0) failed += 1
      tell(seed, broken)
      const lived = seed - options.seed + 1
      if (lived % 50 === 0 && lived < options.seeds) console.log(`${lived} of ${options.seeds} seeds, ${failed} failed`)
    }
    await run.servers.stopDesks()
    const env = { JOURNAL_KEY: run.secrets.journalKey }
    const missed = await unreportedDamage(run.servers.place, env, planOf(options.seed, options).random('verify'))
    if (missed.length > 0) failed = Math.max(1, failed)
    tell(options.seed, missed)
  } finally {
    await run.stop()
  }
  const seconds = (performance.now() - from) / 1_000
  const { deliveries, answers, unconfirmed, ends, longestStartMs } = run.counts
  console.log(
    `${options.seeds} seeds of ${options.operations} operations on ${options.database} in ${options.copies === 1 ? 'one copy' : 'two copies'}: ` +
      `${seconds.toFixed(0)} s, ${deliveries} commands received, ${answers} answered, ${unconfirmed} told unconfirmed, ` +
      `${ends} restarts, the slowest ready after ${Math.round(longestStartMs)} ms`,
  )
  return failed
}

function tell(seed: number, broken: readonly string[]): void {
  if (broken.length === 0) return
  const { operations, copies, database } = options
  console.log(`Seed ${seed} failed:\n${broken.map((sentence) => `  ${sentence}`).join('\n')}`)
  console.log(`  Repeat it: npm run chaos -- --seed ${seed} --operations ${operations} --copies ${copies} --database ${database}`)
}
