import { database } from '../database/open'
import { JobRunner } from './job-runner'
import { jobQueue } from './queue'

// A copy that takes work, says so, and never ends it, until somebody kills it.

process.on('disconnect', () => process.exit()) // its parent is gone
await database()
const queue = await jobQueue()
const forEver = async () => {
  process.send?.('working')
  await new Promise(() => setInterval(() => {}, 1_000))
}
new JobRunner(queue, { import: forEver, 'catch-up': async () => {}, purge: async () => {} }).start()
process.send?.('started')
