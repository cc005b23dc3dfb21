import { setTimeout as wait } from 'node:timers/promises'
import { violations, withLikelyPairs } from './judge'
import { memoryOf, type Sample, slopeOf } from './memory'
import type { Options } from './options'
import { planOf } from './plan'
import { Run } from './run'

/** F38: a line of 50 kB a second, 300 ms away, on which two of a hundred pieces end in a reset. */
const badLine = { latencyMs: 300, bytesPerSecond: 50_000, isReset: () => Math.random() < 0.02 }

const everyMs = 5_000
const maxGrowth = 1
/** What a shorter soak sees of memory is how it fills. */
const tellingMs = 600_000

/**
 * People at work for a long time on a bad line to a faulty service, at a steady rate. Resolves to the sentences that did not hold, after
 * it has said what it measured.
 */
export async function soak(
  options: Options,
  { ms, rate }: NonNullable<Options['soak']>,
  isCalledOff: () => boolean,
): Promise<string[]> {
  const limits = { SERVICE_WRITE_PATIENCE_MS: '2000', SERVICE_WRITE_LIMIT_MS: '6000', SERVICE_READ_TIMEOUT_MS: '3000' }
  const run = new Run({ ...options, operations: Number.POSITIVE_INFINITY }, badLine, limits)
  const samples: Sample[] = []
  try {
    await run.start()
    const from = performance.now()
    const isOver = () => performance.now() - from > ms || isCalledOff()
    const measuring = measure(run, samples, from, isOver)
    const plan = { ...planOf(options.seed, options), people: 6 * rate, buyers: 10, faultShare: 0.1, ends: [] }
    const setting = run.setting(plan)
    await run.people(plan, setting, paced(rate, from, isOver))
    await measuring
    const broken = violations(withLikelyPairs(await run.evidence(setting)))
    const growth = slopeOf(samples)
    say(run, { samples, growth, seconds: (performance.now() - from) / 1_000 })
    if (ms >= tellingMs && growth >= maxGrowth)
      broken.push(`Memory grows by less than ${maxGrowth} MB a minute: it was ${growth.toFixed(2)}`)
    if (run.searcher.rejections > 0) broken.push(`No rejection is left unhandled: the log names ${run.searcher.rejections}`)
    return broken
  } finally {
    await run.stop()
  }
}

/** Lets people do so many things a second together, and none after the end: then it resolves to false. */
function paced(rate: number, from: number, isOver: () => boolean) {
  let turn = 0
  return async (): Promise<boolean> => {
    const due = from + (turn++ / rate) * 1_000
    await wait(Math.max(0, due - performance.now()))
    return !isOver()
  }
}

async function measure(run: Run, samples: Sample[], from: number, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await wait(everyMs)) {
    const memory = await memoryOf(run.servers.addresses[0] ?? '', run.secrets.metricsToken)
    if (memory) samples.push({ at: (performance.now() - from) / 1_000, bytes: memory.resident })
  }
}

function say({ counts }: Run, { samples, growth, seconds }: { samples: Sample[]; growth: number; seconds: number }): void {
  const mb = (bytes = 0) => `${Math.round(bytes / 1_000_000)} MB`
  console.log(
    `${seconds.toFixed(0)} s, ${counts.requests} requests (${(counts.requests / seconds).toFixed(1)} a second), ` +
      `${counts.deliveries} commands received, ${counts.unconfirmed} unconfirmed; memory ${mb(samples[0]?.bytes)} at first, ` +
      `${mb(samples.at(-1)?.bytes)} at last, ${mb(Math.max(0, ...samples.map(({ bytes }) => bytes)))} at most, ${growth.toFixed(2)} MB a minute`,
  )
}
