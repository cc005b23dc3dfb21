import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { BossQueue } from './boss-queue'
import type { JobQueue, Terms } from './job-queue'
import { type Handlers, JobRunner, type Work } from './job-runner'
import { TableQueue } from './table-queue'

export const pace = { lookEveryMs: 50, checkEveryMs: 200, pieceMs: 10_000 }
export const patient = { timeout: 30_000, interval: 50 }
export const given = { importId: 'i-1' }
const terms: Terms = {
  holdSeconds: {
    import: 60,
    'catch-up': 60,
    purge: 60,
    events: 60,
    'event-reads': 60,
    alerts: 60,
    incident: 60,
    'journal-stream': 60,
    hooks: 60,
  },
  tries: 3,
  firstPauseSeconds: 1,
}

/** Copies of the dashboard on one database, as far as background work is concerned. They are there from the first test to the last. */
export class JobCopies {
  private readonly queues: JobQueue[] = []
  private runners: JobRunner[] = []
  private ownPlace: OwnPlace | null = null

  constructor(engine: (typeof engines)[number]) {
    beforeAll(async () => {
      this.ownPlace = await newPlace(engine)
      startAt(this.ownPlace)
      await database()
      await Promise.all([this.another(), this.another(), this.another()]) // as copies that start at once
    })
    afterEach(async () => {
      await Promise.all(this.runners.map((runner) => runner.stop()))
      this.runners = []
    }, 30_000)
    afterAll(async () => {
      for (const queue of this.queues) await queue.close()
      await stop()
      await this.place.remove()
    })
  }

  get place(): OwnPlace {
    if (this.ownPlace === null) throw new Error('There is no database yet')
    return this.ownPlace
  }

  /** The queue of the first copy. */
  get queue(): JobQueue {
    const [first] = this.queues
    if (first === undefined) throw new Error('There is no queue yet')
    return first
  }

  /** What another copy has of the same work. */
  async another(by = terms): Promise<JobQueue> {
    const { DATABASE_URL } = this.place
    return this.closedAtEnd(DATABASE_URL ? await BossQueue.open(DATABASE_URL, by) : new TableQueue(by))
  }

  closedAtEnd(queue: JobQueue): JobQueue {
    this.queues.push(queue)
    return queue
  }

  running(handle: (work: Work<{ importId: string }>) => Promise<unknown>, on = this.queue, by = pace): JobRunner {
    const handlers: Handlers = {
      import: handle,
      'catch-up': async () => {},
      purge: async () => {},
      events: async () => {},
      'event-reads': async () => {},
      alerts: async () => {},
      incident: async () => {},
      'journal-stream': async () => {},
      hooks: async () => {},
    }
    const runner = new JobRunner(on, handlers, by)
    this.runners.push(runner)
    runner.start()
    return runner
  }

  async put(on = this.queue): Promise<string> {
    const id = await (await database()).transaction().execute((tx) => on.put(tx, 'import', given))
    if (id === null) throw new Error('There is such a job already')
    return id
  }

  async cancel(id: string): Promise<boolean> {
    return (await database()).transaction().execute((tx) => this.queue.cancel(tx, 'import', id))
  }

  async comesTo(id: string, state: string): Promise<void> {
    await expect.poll(() => this.queue.stateOf('import', id), patient).toBe(state)
  }

  /** Tidying takes a job from a runner whose time is over. */
  async comesAfterTidyingTo(on: JobQueue, id: string, state: string): Promise<void> {
    await expect.poll(() => on.tidy().then(() => on.stateOf('import', id)), patient).toBe(state)
  }
}
