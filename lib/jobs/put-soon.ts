import 'server-only'
import type { Transaction } from 'kysely'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import type { JobName, Jobs } from './job-queue'
import { jobQueue } from './queue'

const onceIn = { seconds: 1 }

/** The names of jobs that take nothing with them. */
type Bare = { [N in JobName]: Jobs[N] extends Record<string, never> ? N : never }[JobName]

/**
 * Puts a job there that works through whatever waits, once in a second at most. The one of this second may have run already: then another is put there in
 * the next, which this returns at once without waiting for. A process that ends before leaves it to the upkeep of jobs.
 */
export async function putSoon(tx: Transaction<Tables>, name: Bare): Promise<void> {
  if ((await (await jobQueue()).put(tx, name, {}, { onceIn })) === null) putLater(name)
}

function putLater(name: Bare): void {
  const waiting = singleton('jobs-put-later', () => new Set<Bare>())
  if (waiting.has(name)) return
  waiting.add(name)
  const put = async () => {
    waiting.delete(name)
    const store = await database()
    await store.transaction().execute((tx) => putSoon(tx, name))
  }
  setTimeout(() => void put().catch((cause: unknown) => log.warn({ err: cause, job: name }, 'job_put_later')), 1_000).unref()
}
