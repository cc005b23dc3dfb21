import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, sql, type Transaction } from 'kysely'
import PgBoss from 'pg-boss'
import { dayMs } from '@/lib/core/dates'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { log } from '@/lib/platform/log'
import {
  type HeldJob,
  type JobName,
  type JobQueue,
  type JobState,
  jobNames,
  type PutOptions,
  type Terms,
  usualTerms,
} from './job-queue'

const schema = 'pgboss'

const states: Record<string, JobState> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** Background work kept by pg-boss in a schema of its own, beside the dashboard's tables. Only what pg-boss documents is used of it. */
export class BossQueue implements JobQueue {
  private constructor(private readonly boss: PgBoss) {}

  /** Makes pg-boss's schema and queues where there are none; several copies may start at once. */
  static async open(connectionString: string, terms: Terms = usualTerms): Promise<BossQueue> {
    const pool = {
      connectionString,
      max: 2,
      application_name: 'counterfoil jobs',
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    }
    const upkeep = {
      supervise: false, // this process does so itself, see keep-jobs
      archiveCompletedAfterSeconds: dayMs / 1000,
      deleteAfterDays: 1,
    }
    const boss = new PgBoss({ ...pool, ...upkeep, schema, schedule: false })
    boss.on('error', (cause) => log.error({ err: cause }, 'jobs_not_kept'))
    await alone(async () => {
      await boss.start()
      for (const name of jobNames) await keepQueue(boss, name, terms)
    })
    return new BossQueue(boss)
  }

  put(tx: Transaction<Tables>, name: string, given: object, { onceIn }: PutOptions = {}): Promise<string | null> {
    const slot = onceIn ? { singletonSeconds: onceIn.seconds, singletonKey: onceIn.of ?? '' } : {}
    return this.boss.send(name, given, { ...slot, db: within(tx) })
  }

  async take(name: JobName): Promise<HeldJob | null> {
    const [job] = await this.boss.fetch<object>(name, { includeMetadata: true })
    return job ? { id: job.id, name, given: job.data, attempt: job.retryCount + 1, takenAt: takenAt(job) } : null
  }

  async isMine(job: HeldJob): Promise<boolean> {
    const now = await this.boss.getJobById(job.name, job.id)
    return now?.state === 'active' && takenAt(now) === job.takenAt
  }

  done(job: HeldJob): Promise<void> {
    return this.ended(job, ({ name, id }, db) => this.boss.complete(name, id, {}, { db }))
  }

  goesOn(job: HeldJob): Promise<void> {
    const complete: Step = ({ name, id }, db) => this.boss.complete(name, id, {}, { db })
    return this.ended(job, complete, async ({ name, id, given }, db) => {
      await this.boss.deleteJob(name, id, { db }) // the next piece bears its id
      await this.boss.send(name, given as object, { id, db })
    })
  }

  failed(job: HeldJob, why: string): Promise<void> {
    return this.ended(job, ({ name, id }, db) => this.boss.fail(name, id, { why }, { db }))
  }

  /**
   * pg-boss ends a job by its id, whoever has it. What it made of the job is looked at before that is committed, for it leaves the time at
   * which the job was taken, and is taken back where that is not this runner's turn.
   */
  private async ended(job: HeldJob, end: Step, then: Step = async () => {}): Promise<void> {
    const store = await database()
    const notMine = new Error('called off, or another runner has it')
    const change = store.transaction().execute(async (tx) => {
      const db = within(tx)
      await end(job, db)
      const now = await this.boss.getJobById(job.name, job.id, { db, includeArchive: false })
      if (now === null || now.state === 'cancelled' || takenAt(now) !== job.takenAt) throw notMine
      await then(job, db)
    })
    await change.catch((cause: unknown) => {
      if (cause !== notMine) throw cause
    })
  }

  async cancel(tx: Transaction<Tables>, name: JobName, id: string): Promise<boolean> {
    const before = await this.stateOf(name, id)
    if (before !== 'waiting' && before !== 'running') return false
    await this.boss.cancel(name, id, { db: within(tx) })
    return true
  }

  async stateOf(name: JobName, id: string): Promise<JobState | null> {
    const job = await this.boss.getJobById(name, id)
    return job ? (states[job.state] ?? null) : null
  }

  /** Under a lock of pg-boss's own. */
  async tidy(): Promise<void> {
    await this.boss.maintain()
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: true, wait: true })
  }
}

type Step = (job: HeldJob, db: ReturnType<typeof within>) => Promise<unknown>

const takenAt = ({ startedOn }: { startedOn: Date | null }): string => startedOn?.toISOString() ?? 'never'

const within = (tx: Transaction<Tables>) => ({
  executeSql: async (text: string, values: unknown[]) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  },
})

async function keepQueue(boss: PgBoss, name: JobName, terms: Terms): Promise<void> {
  const options = {
    name,
    policy: 'standard' as const,
    retryLimit: terms.tries - 1,
    expireInSeconds: terms.holdSeconds[name],
    retryBackoff: true,
    retryDelay: terms.firstPauseSeconds,
  }
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, options)
}

const lock = 1_013_013
const lookEveryMs = 50

/** Does what several copies that start at once would do into each other: of pg-boss's own, only the making of the schema waits for others. */
async function alone(work: () => Promise<void>): Promise<void> {
  await (await database()).connection().execute(async (store) => {
    const asked = sql<{ mine: boolean }>`select pg_try_advisory_lock(${lock}) as mine`
    while (!(await asked.execute(store)).rows[0]?.mine) await wait(lookEveryMs)
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(store)
    }
  })
}
