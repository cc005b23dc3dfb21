import 'server-only'
import { placeFromEnvironment } from '../database/open'
import { once } from '../once'
import { BossQueue } from './boss-queue'
import type { JobQueue } from './job-queue'
import { TableQueue } from './table-queue'

/** Where this installation's background work waits: with pg-boss on PostgreSQL, in a table on the embedded database. */
export function jobQueue(): Promise<JobQueue> {
  return once('job-queue', async () => {
    const { DATABASE_URL } = placeFromEnvironment()
    return DATABASE_URL === undefined ? new TableQueue() : BossQueue.open(DATABASE_URL)
  })
}
