import 'server-only'
import type { Transaction } from 'kysely'
import { dayMs } from '@/lib/core/dates'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { processName } from '@/lib/platform/process-name'
import { singleton } from '@/lib/platform/singleton'
import type { HeldJob } from './job-queue'

/** Each copy says every quarter of a minute that it's there; what has missed four times is not. */
const aliveMs = 60_000
/** For so long one is shown that ended without saying so. */
const lostMs = 60 * 60_000
const failureKeptMs = dayMs

const startedAt = () => singleton('copy-started', () => new Date().toISOString())

/** Writes down that this copy is there, and forgets those that have been gone for long. */
export async function sayAlive(tx: Transaction<Tables>, version: string, now = Date.now()): Promise<void> {
  const row = { name: processName(), version, started_at: startedAt(), seen_at: new Date(now).toISOString() }
  await tx
    .insertInto('copies')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_at: row.seen_at }))
    .execute()
  await tx
    .deleteFrom('copies')
    .where('seen_at', '<', new Date(now - lostMs).toISOString())
    .execute()
}

/** This copy ends as it should, so nobody misses it. */
export async function sayGone(): Promise<void> {
  await (await database()).deleteFrom('copies').where('name', '=', processName()).execute()
}

/** The copies that run, and those that ended within the hour without saying so; by name. */
export async function copiesNow(
  store: Database,
  now: number,
): Promise<{ name: string; version: string; startedAt: string; seenAt: string; alive: boolean }[]> {
  const rows = await store.selectFrom('copies').selectAll().orderBy('name').execute()
  return rows
    .map(({ name, version, started_at, seen_at }) => ({
      name: name.split(':').slice(0, 2).join(':'),
      version,
      startedAt: started_at,
      seenAt: seen_at,
      alive: Date.parse(seen_at) > now - aliveMs,
    }))
    .filter(({ alive, seenAt }) => alive || Date.parse(seenAt) > now - lostMs)
}

const pieceOf = ({ name, given }: Pick<HeldJob, 'name' | 'given'>) => ({ name, given: JSON.stringify(given) })

/** Writes down that work failed. What is due again every minute is one work, however many jobs of it there were. */
export async function recordFailure(job: HeldJob, why: string): Promise<void> {
  const now = new Date().toISOString()
  await (await database())
    .insertInto('job_failures')
    .values({ ...pieceOf(job), times: 1, why, first_at: now, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['name', 'given']).doUpdateSet((row) => ({ times: row('job_failures.times', '+', 1), why, last_at: now })),
    )
    .execute()
}

/** The work succeeded. It's looked for first: to delete what isn't there would keep other writers waiting. */
export async function forgetFailure(job: HeldJob): Promise<void> {
  const store = await database()
  const { name, given } = pieceOf(job)
  const row = await store
    .selectFrom('job_failures')
    .select('name')
    .where('name', '=', name)
    .where('given', '=', given)
    .executeTakeFirst()
  if (row) await store.deleteFrom('job_failures').where('name', '=', name).where('given', '=', given).execute()
}

/** Work that has failed for the last time a day ago has been given up, or been called off. */
export async function forgetOldFailures(now = Date.now()): Promise<void> {
  const old = new Date(now - failureKeptMs).toISOString()
  await (await database()).deleteFrom('job_failures').where('last_at', '<', old).execute()
}

/** What failed and hasn't succeeded since, the longest first. `why` is the name of the error; times are ISO in UTC. */
export async function failingJobs(store: Database) {
  const rows = await store.selectFrom('job_failures').selectAll().orderBy('first_at').orderBy('given').execute()
  return rows.map(({ name, times, why, first_at: since, last_at: last }) => ({ name, times, why, since, last }))
}
