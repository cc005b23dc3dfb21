import 'server-only'
import { chainCalls, forgetOldCalls } from '@/lib/agents/server/calls'
import { raiseAlerts } from '@/lib/alerts/server/alerts'
import { closeAbandoned } from '@/lib/commands/server/recover'
import { database } from '@/lib/database/open'
import { recordGaps } from '@/lib/events/server/gaps'
import { readEvents } from '@/lib/events/server/read-events'
import { runReads } from '@/lib/events/server/run-reads'
import { forgetOldEvents } from '@/lib/events/server/store'
import { catchUpImports } from '@/lib/imports/server/keep-imports'
import { runImportJob } from '@/lib/imports/server/run-import-job'
import { runIncidents } from '@/lib/incidents/server/run'
import { forgetOldFailures, sayAlive, sayGone } from '@/lib/jobs/health'
import type { JobName, JobQueue, Jobs } from '@/lib/jobs/job-queue'
import { type Handlers, JobRunner, runningJobs } from '@/lib/jobs/job-runner'
import { forgetOldProgress } from '@/lib/jobs/progress'
import { jobQueue } from '@/lib/jobs/queue'
import { streamJournal } from '@/lib/journal/stream/stream'
import { indexPending } from '@/lib/knowledge/server/directory'
import { purgeWhenDue } from '@/lib/knowledge/server/purge'
import { deliverNotices } from '@/lib/notices/server/deliver'
import { forgetOldNotices } from '@/lib/notices/server/deliveries'
import { forgetOldPasses } from '@/lib/panel/server/passes'
import { forgetCountedBuyers } from '@/lib/people/server/record-buyer-shown'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import ownPackage from '@/package.json'

const handlers: Handlers = {
  import: ({ given, signal, progress }) => runImportJob(given.importId, signal, progress),
  'catch-up': () => allOf([closeAbandoned, indexPending, catchUpImports, forgetOldProgress, forgetOldFailures, chainCalls]),
  purge: () => allOf([purgeWhenDue, forgetCountedBuyers, forgetOldEvents, forgetOldCalls, forgetOldPasses, forgetOldNotices]),
  events: async ({ signal }) => {
    await readEvents(signal)
    await recordGaps()
  },
  'event-reads': ({ signal }) => runReads(signal),
  alerts: async () => {
    await recordGaps()
    await raiseAlerts()
  },
  incident: ({ signal }) => runIncidents(signal),
  'journal-stream': ({ signal }) => streamJournal(signal),
  hooks: ({ signal }) => deliverNotices(signal),
}

/** One after the other; what fails keeps none of the others from being done. Rejects with the first failure. */
async function allOf(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) await part().catch((cause: unknown) => failures.push(cause))
  if (failures.length > 0) throw failures[0]
}

/** What is to be done every so often, by whichever copy comes first. */
const chores: readonly { name: Exclude<JobName, 'import'>; seconds: number; isWanted?: () => boolean }[] = [
  { name: 'catch-up', seconds: 60 },
  { name: 'purge', seconds: 600 },
  { name: 'events', seconds: 60 },
  { name: 'event-reads', seconds: 15 },
  { name: 'incident', seconds: 15 },
  // Twice as often as an alert may be late: work is put there every quarter of a minute, and found within seconds.
  { name: 'alerts', seconds: 30 },
  { name: 'journal-stream', seconds: 15, isWanted: () => env().JOURNAL_STREAM !== null },
  { name: 'hooks', seconds: 15, isWanted: () => env().HOOK_HOSTS.length > 0 },
]

const upkeepEveryMs = 15_000

/** At boot: this process takes its share of the background work. */
export async function startJobs(): Promise<void> {
  const queue = await jobQueue()
  const runner = new JobRunner(queue, handlers)
  runningJobs().runner = runner
  const keep = () => void upkeep(queue).catch((cause: unknown) => log.error({ err: cause }, 'jobs_not_kept'))
  keep()
  setInterval(keep, upkeepEveryMs).unref()
  runner.start()
}

/** Puts there what is due, gives back what ended copies had, and says that this copy runs. */
export async function upkeep(queue: JobQueue): Promise<void> {
  await queue.tidy()
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await sayAlive(tx, ownPackage.version)
    for (const { name, seconds, isWanted } of chores)
      if (isWanted?.() ?? true) await queue.put(tx, name, {}, { onceIn: { seconds } })
  })
}

/** Stops the background work of this process. What is being run stops where it can be gone on with, here or on another copy. */
export async function stopJobs(): Promise<void> {
  await runningJobs().runner?.stop()
  if (!runningJobs().runner) return
  await sayGone().catch((cause: unknown) => log.warn({ err: cause }, 'copy_not_signed_off')) // it's missed for an hour then
  await (await jobQueue()).close()
}

/** Runs all work of a name that is due, in this process, until there is none. Rejects with what a job fails with. */
export async function drainQueue<N extends JobName>(name: N): Promise<void> {
  const queue = await jobQueue()
  for (let job = await queue.take(name); job !== null; job = await queue.take(name)) {
    const { signal } = new AbortController()
    await handlers[name]({ given: job.given as Jobs[N], attempt: job.attempt, signal, progress: async () => {} })
    await queue.done(job)
  }
}
