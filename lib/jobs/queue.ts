import 'server-only'
import { singleton } from '@/lib/platform/singleton'
import { storageEnv } from '@/lib/platform/storage-env'
import { BossQueue } from './boss-queue'
import type { JobQueue } from './job-queue'
import { TableQueue } from './table-queue'

/** Where this installation's background work waits: with pg-boss on PostgreSQL, in a table on the embedded database. */
export function jobQueue(): Promise<JobQueue> {
  return singleton('job-queue', async () => {
    const { DATABASE_URL } = storageEnv()
    return DATABASE_URL === undefined ? new TableQueue() : BossQueue.open(DATABASE_URL)
  })
}
