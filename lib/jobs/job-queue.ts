import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'

/** All background work, by name, with what each is given. It goes through the database as JSON and holds ids, nothing personal. */
export type Jobs = {
  /** Works through an uploaded list of buyers: a stage of it, from where it was left. */
  import: { importId: string }
  /** Brings to an end what ended processes left open. */
  'catch-up': Record<string, never>
  /** Forgets what is older than the setting says. */
  purge: Record<string, never>
  /** Reads the events that have come in. */
  events: Record<string, never>
  /** Reads buyers again of whom events make it matter. */
  'event-reads': Record<string, never>
  /** Evaluates the rules that raise alerts. */
  alerts: Record<string, never>
  /** Previews and runs incidents, for as long as any has something to do. */
  incident: Record<string, never>
  /** Sends what is new in the journal to where it goes as well. */
  'journal-stream': Record<string, never>
  /** Tells hooks of what people are told of. */
  hooks: Record<string, never>
}
export type JobName = keyof Jobs
export const jobNames: readonly JobName[] = [
  'import',
  'catch-up',
  'purge',
  'events',
  'event-reads',
  'alerts',
  'incident',
  'journal-stream',
  'hooks',
]

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** Work that this process has now, for the `attempt`th time, counted from 1. `takenAt` tells this turn from every other. */
export type HeldJob = { id: string; name: string; given: unknown; attempt: number; takenAt: string }

export type PutOptions = {
  /** At most one such job in each stretch of so many seconds, counted over all copies. `of` distinguishes jobs of one name. */
  onceIn?: { seconds: number; of?: string }
}

/** How long a runner has a job before another may take it, and how a job that failed is tried again. */
export type Terms = { holdSeconds: Record<JobName, number>; tries: number; firstPauseSeconds: number }

/**
 * An import is work for hours, done in pieces, so a piece that is not given back was lost with its runner. The others are put there again
 * every few minutes anyway, and bear being run beside themselves.
 */
export const usualTerms: Terms = {
  holdSeconds: {
    import: 60,
    'catch-up': 15 * 60,
    purge: 60 * 60,
    events: 60,
    'event-reads': 60,
    alerts: 60,
    incident: 45,
    'journal-stream': 60,
    hooks: 60,
  },
  tries: 12,
  firstPauseSeconds: 1,
}

/**
 * Where background work waits. Each job is with one runner at a time, over all copies, and is run at least once: where a runner ends on its
 * way, or fails, the job is run again after a pause that doubles each time. So what a job does must bear being done again. Work that takes
 * longer than a runner may have it is done in pieces: whoever ends one puts the next piece there.
 */
export interface JobQueue {
  /** Puts work there with the transaction: it is there if that is committed. Returns its id, or null where its stretch of time has one. */
  put<N extends JobName>(tx: Transaction<Tables>, name: N, given: Jobs[N], options?: PutOptions): Promise<string | null>
  /** The next job of a name that is due, or null. */
  take(name: JobName): Promise<HeldJob | null>
  /** False where the job was cancelled, or has gone to another runner. Then `done`, `goesOn` and `failed` do nothing. */
  isMine(job: HeldJob): Promise<boolean>
  done(job: HeldJob): Promise<void>
  /** Puts the next piece of the job in its place, under the same id, due at once for whoever takes it. */
  goesOn(job: HeldJob): Promise<void>
  failed(job: HeldJob, why: string): Promise<void>
  /** Calls a job off with the transaction; one that is running hears of it within seconds. False where it is over. */
  cancel(tx: Transaction<Tables>, name: JobName, id: string): Promise<boolean>
  stateOf(name: JobName, id: string): Promise<JobState | null>
  /** Gives back what runners had that ended on their way, and forgets what has long been over. */
  tidy(): Promise<void>
  close(): Promise<void>
}
