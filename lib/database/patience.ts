import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'

// Who acts waits for whoever holds a lock; who only leaves a note beside an answer does not hold the answer up for it. What can’t be
// written at all is told as that.

/**
 * How long somebody who acts waits for a lock of another process, how long a note beside an answer does, and how long a process that
 * starts does while another one brings the schema up to date.
 */
export const lockMs = { acting: 5_000, beside: 500, starting: 60_000 }
/** Where a note has found the lock held, others do not try for as long. */
const restMs = 1_000

const storage = () => singleton('beside', () => new AsyncLocalStorage<'beside' | 'starting'>())
const seen = () => singleton('writes-seen', () => ({ restUntil: 0, unwritable: false }))

export const isBeside = (): boolean => storage().getStore() === 'beside'
export const runBeside = <T>(work: () => Promise<T>): Promise<T> => storage().run('beside', work)
export const runStarting = <T>(work: () => Promise<T>): Promise<T> => storage().run('starting', work)
/** How long whoever asks now waits for a lock. */
export const lockPatience = (): number => lockMs[storage().getStore() ?? 'acting']

/** Whether a lock was found held a moment ago. */
export const isKeptOut = (): boolean => performance.now() < seen().restUntil

/** Whether something failed because another process holds a lock. */
export function isLocked(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { code?: unknown }
  return cause instanceof KeptOut || ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', '55P03'].includes(String(code))
}

/** Whether a transaction couldn't begin because all connections to the server were in use for as long as one waits. */
const isCrowded = (cause: unknown): boolean =>
  cause instanceof Error && cause.message === 'timeout exceeded when trying to connect' // the pool's only sign of it

const unwritables = [
  { codes: /^(SQLITE_FULL|53100)$/, code: 'database_full', why: 'The database’s disk is full' },
  // A disk that fails or is mounted for reading, or a server that only repeats another.
  {
    codes: /^(SQLITE_(IOERR|READONLY|CANTOPEN)(_.*)?|58030|25006)$/,
    code: 'database_unwritable',
    why: 'The database can’t be written to',
  },
]

/** Why nothing can be written until somebody mends the disk or the server, which then take back the whole transaction; null for other errors. */
export function unwritable(cause: unknown): { code: string; why: string } | null {
  const found = unwritables.find(({ codes }) => codes.test(String(((cause ?? {}) as { code?: unknown }).code)))
  if (found === undefined) return null
  log.error({ err: cause }, found.code)
  seen().unwritable = true
  return found
}

/** Whether a write failed for such a reason since the database last proved that it takes any. */
export const wasUnwritable = (): boolean => seen().unwritable
export function foundWritable(): void {
  seen().unwritable = false
}

/**
 * The problem for a person who acted while another process held a lock, while there was too much to do, or while nothing could be written;
 * nothing of it remains. Other errors stay.
 */
export function lockProblem(cause: unknown, undone = 'nothing was saved or sent'): unknown {
  const lasting = unwritable(cause)
  if (lasting) return unsaved(`${lasting.why}, so ${undone}. ${tellWhoRuns}`, lasting.code)
  if (isCrowded(cause)) return busy(`The database is busy, so ${undone}.`, 'database_busy')
  return isLocked(cause) ? busy(`Another process is using the database, so ${undone}.`, 'database_locked') : cause
}

/** The problem for an act that the journal couldn't take: `undone` says what wasn't done for it. */
export function journalUnavailable(cause: unknown, undone: string, title?: string): ServiceProblem {
  log.error({ err: cause }, 'journal_unavailable')
  const lasting = unwritable(cause)
  const advice = lasting ? tellWhoRuns : 'Try again in a moment.'
  const detail = `${lasting?.why ?? 'We couldn’t write to the journal'}, so ${undone}. ${advice}`
  return Object.assign(problem('unavailable', detail, { code: 'journal_unavailable', ...(title && { title }) }), { cause })
}

const tellWhoRuns = 'Tell the person who runs Counterfoil.'

const busy = (why: string, code: string) => unsaved(`${why} Try again in a moment.`, code)

const unsaved = (detail: string, code: string) => problem('unavailable', detail, { code, title: 'Nothing was saved' })

/** Notes that a lock is held, where that is why something failed. */
export function countLock(cause: unknown): void {
  if (isLocked(cause) && !(cause instanceof KeptOut)) seen().restUntil = performance.now() + restMs
}

/** Said in the place of a lock that was found held by somebody else a moment ago. */
export class KeptOut extends Error {
  override readonly name = 'KeptOut'

  constructor() {
    super('Another process holds a lock of the database')
  }
}

/**
 * What reading leaves behind: that a person looked, what was learnt. The answer waits for it, for the next may rest on it, and does
 * without it where another process keeps the database from being written. Returns null where it failed, which the log says as `event`.
 * Rejects with a ServiceProblem alone: the work's own refusal of the request.
 */
export async function beside<T>(event: string, work: () => Promise<T>): Promise<T | null> {
  try {
    if (isKeptOut()) throw new KeptOut()
    return await runBeside(work)
  } catch (cause) {
    if (cause instanceof ServiceProblem) throw cause
    countLock(cause)
    log.error({ err: cause }, event)
    unwritable(cause)
    return null
  }
}

// Half of its time a process should have for others; the next piece comes at the latest after so long.
const [busyShare, latestMs] = [0.5, 250]

/**
 * Between two pieces that no person waits for, one of which began at `since`: leaves the process, which one holds to its end on the embedded
 * database, to others for as long as it took, and for longer while they keep it busy.
 */
export async function breathe(since: number): Promise<void> {
  const pauseMs = Math.max(5, Math.min(performance.now() - since, 100))
  const until = performance.now() + Math.max(pauseMs, latestMs)
  do {
    const before = performance.eventLoopUtilization()
    await wait(pauseMs)
    if (performance.eventLoopUtilization(before).utilization < busyShare) return
  } while (performance.now() < until)
}
