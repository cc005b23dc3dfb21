import 'server-only'
import { database } from '../database/open'
import { indexPending } from '../directory/pending'
import { purgeWhenDue } from '../directory/purge'
import { catchUpImports } from '../imports/keep-imports'
import { workOnImport } from '../imports/work-on-import'
import { closeAbandoned } from '../journal/recover'
import { forgetCountedBuyers } from '../limits/note-buyer'
import { log } from '../log'
import { once } from '../once'
import type { JobName, JobQueue, Jobs } from './job-queue'
import { type Handlers, JobRunner } from './job-runner'
import { forgetOldProgress } from './progress'
import { jobQueue } from './queue'

const handlers: Handlers = {
  import: ({ given, signal, progress }) => workOnImport(given.importId, signal, progress),
  'catch-up': () => allOf([closeAbandoned, indexPending, catchUpImports, forgetOldProgress]),
  purge: () => allOf([purgeWhenDue, forgetCountedBuyers]),
}

/** One after the other; what fails keeps none of the others from being done. Rejects with the first failure. */
async function allOf(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) await part().catch((cause: unknown) => failures.push(cause))
  if (failures.length > 0) throw failures[0]
}

/** What is to be done every so often, by whichever copy comes first. */
const chores = [
  { name: 'catch-up', seconds: 60 },
  { name: 'purge', seconds: 600 },
] as const

const upkeepEveryMs = 15_000

const running = () => once('job-runner', () => ({ runner: null as JobRunner | null }))

/** At boot: this process takes its share of the background work. */
export async function keepJobs(): Promise<void> {
  const queue = await jobQueue()
  const runner = new JobRunner(queue, handlers)
  running().runner = runner
  const keep = () => void upkeep(queue).catch((cause: unknown) => log.error({ err: cause }, 'jobs_not_kept'))
  keep()
  setInterval(keep, upkeepEveryMs).unref()
  runner.start()
}

async function upkeep(queue: JobQueue): Promise<void> {
  await queue.tidy()
  const store = await database()
  await store.transaction().execute(async (tx) => {
    for (const { name, seconds } of chores) await queue.put(tx, name, {}, { onceIn: { seconds } })
  })
}

/** Looks for work at once; to be called when what was put there has been committed. Elsewhere it is found within seconds. */
export const wakeJobs = (name: JobName): void => running().runner?.wake(name)

/** Stops the background work of this process. What is being run stops where it can be gone on with, here or on another copy. */
export async function stopJobs(): Promise<void> {
  await running().runner?.stop()
  if (running().runner) await (await jobQueue()).close()
}

/** Runs all work of a name that is due, in this process, until there is none. Rejects with what a job fails with. */
export async function workOff<N extends JobName>(name: N): Promise<void> {
  const queue = await jobQueue()
  for (let job = await queue.take(name); job !== null; job = await queue.take(name)) {
    const { signal } = new AbortController()
    await handlers[name]({ given: job.given as Jobs[N], attempt: job.attempt, signal, progress: async () => {} })
    await queue.done(job)
  }
}
