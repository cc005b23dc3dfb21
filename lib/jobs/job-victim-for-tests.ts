import { database } from '@/lib/database/open'
import { storageEnv } from '@/lib/platform/storage-env'
import { BossQueue } from './boss-queue'
import { JobRunner } from './job-runner'
import { soonOver } from './soon-over-for-tests'
import { TableQueue } from './table-queue'

// A copy that takes work, says so, and never ends it, until somebody kills it.

process.on('disconnect', () => process.exit()) // its parent is gone
await database()
const { DATABASE_URL } = storageEnv()
const queue = DATABASE_URL === undefined ? new TableQueue(soonOver) : await BossQueue.open(DATABASE_URL, soonOver)
const forEver = async () => {
  process.send?.('working')
  await new Promise(() => setInterval(() => {}, 1_000))
}
new JobRunner(queue, {
  import: forEver,
  'catch-up': async () => {},
  purge: async () => {},
  events: async () => {},
  'event-reads': async () => {},
  alerts: async () => {},
  incident: async () => {},
  'journal-stream': async () => {},
  hooks: async () => {},
}).start()
process.send?.('started')
