import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { dayMs } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { type HeldJob, type JobName, type JobQueue, type JobState, type PutOptions, type Terms, usualTerms } from './job-queue'

const keptMs = dayMs

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

/** Background work in a table of the embedded database, by the same terms as pg-boss keeps it on PostgreSQL. */
export class TableQueue implements JobQueue {
  constructor(private readonly terms: Terms = usualTerms) {}

  async put(tx: Transaction<Tables>, name: string, given: unknown, { onceIn }: PutOptions = {}): Promise<string | null> {
    const id = randomUUID()
    const slot = onceIn ? `${onceIn.of ?? ''} ${onceIn.seconds} ${Math.floor(Date.now() / 1_000 / onceIn.seconds)}` : null
    const ends = { held_until: null, why: null, ended_at: null }
    const row = { id, name, given: JSON.stringify(given), state: 'waiting' as const, slot, attempts: 0, run_at: inSeconds(0) }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('jobs')
      .values({ ...row, ...ends })
      .onConflict((conflict) => conflict.columns(['name', 'slot']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n ? id : null
  }

  async take(name: JobName): Promise<HeldJob | null> {
    const store = await database()
    const due = await this.due(store, name)
    if (due === null) return null // to look for it by writing would keep other writers waiting
    const takenAt = inSeconds(this.terms.holdSeconds[name])
    const held = await store
      .updateTable('jobs')
      .set((row) => ({ state: 'running', attempts: row('attempts', '+', 1), held_until: takenAt }))
      .where('id', '=', due)
      .where('state', '=', 'waiting')
      .returning(['id', 'given', 'attempts'])
      .executeTakeFirst()
    return held ? { id: held.id, name, given: fromOwnJson(held.given), attempt: held.attempts, takenAt } : null
  }

  private async due(store: Database, name: string): Promise<string | null> {
    const row = await store
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', name)
      .where('state', '=', 'waiting')
      .where('run_at', '<=', inSeconds(0))
      .orderBy('run_at')
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? null
  }

  async isMine({ id, takenAt }: HeldJob): Promise<boolean> {
    const store = await database()
    const row = await store.selectFrom('jobs').select(['state', 'held_until']).where('id', '=', id).executeTakeFirst()
    return row?.state === 'running' && row.held_until === takenAt
  }

  async done(job: HeldJob): Promise<void> {
    await this.change(job, { state: 'done', ended_at: inSeconds(0) })
  }

  async goesOn(job: HeldJob): Promise<void> {
    await this.change(job, { state: 'waiting', attempts: 0, run_at: inSeconds(0) })
  }

  async failed(job: HeldJob, why: string): Promise<void> {
    await this.change(job, this.afterFailure(job.attempt, why))
  }

  private afterFailure(attempts: number, why: string) {
    if (attempts >= this.terms.tries) return { state: 'failed' as const, why, ended_at: inSeconds(0) }
    const pause = this.terms.firstPauseSeconds * 2 ** Math.min(16, attempts - 1) * (1 + Math.random())
    return { state: 'waiting' as const, why, run_at: inSeconds(pause) }
  }

  /** Only while this runner has it. */
  private async change({ id, takenAt }: Pick<HeldJob, 'id' | 'takenAt'>, to: Partial<Tables['jobs']>): Promise<void> {
    await (await database())
      .updateTable('jobs')
      .set(to)
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('held_until', '=', takenAt)
      .execute()
  }

  async cancel(tx: Transaction<Tables>, _: JobName, id: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ state: 'cancelled', ended_at: inSeconds(0) })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async stateOf(_: JobName, id: string): Promise<JobState | null> {
    const store = await database()
    return (await store.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst())?.state ?? null
  }

  async tidy(): Promise<void> {
    const store = await database()
    const over = await store
      .selectFrom('jobs')
      .select(['id', 'held_until', 'attempts'])
      .where('state', '=', 'running')
      .where('held_until', '<', inSeconds(0))
      .execute()
    for (const { id, attempts, held_until } of over)
      await this.change({ id, takenAt: held_until ?? '' }, this.afterFailure(attempts, 'runner ended'))
    const old = new Date(Date.now() - keptMs).toISOString()
    await store.deleteFrom('jobs').where('ended_at', '<', old).execute()
  }

  async close(): Promise<void> {}
}
