import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { prepared } from '@/lib/database/prepared'
import { isAhead } from './limits'

export type Person = { accountId: string; sessionId: string; email: string; name: string; role: Role }
/** A person with what decides whether they may go on: who vouches for them, and whether they must choose a password first. */
export type SignedIn = Person & {
  issuer: string | null
  passwordDue: boolean
  /** When the session is over for want of a request, in milliseconds since 1970. */
  idleAt: number
}
/** Why there is no session: none was ever there, it was left alone too long, its day is over, or it was ended. */
export type Absence = 'none' | 'idle' | 'expired' | 'ended'

export const idleMs = 15 * 60_000
export const absoluteMs = 10 * 60 * 60_000
// Writing the time of every request would flush the disk for nothing.
const recordEveryMs = 30_000

type From = { address: string | null; browser: string | null }

export async function startSession(
  database: Database,
  accountId: string,
  now = new Date(),
  { address, browser }: From = { address: null, browser: null },
): Promise<string> {
  const id = randomUUID()
  const at = now.toISOString()
  await database
    .insertInto('sessions')
    .values({ id, account_id: accountId, created_at: at, seen_at: at, ended_at: null, ended_as: null, address, browser })
    .execute()
  return id
}

export async function endSession(
  database: Database,
  id: string,
  now = new Date(),
  as: Exclude<Absence, 'none'> = 'ended',
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ ended_at: now.toISOString(), ended_as: as })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** The e-mail that people see. */
export const shownEmail = sql<string>`coalesce(shown_email, email)`.as('email')

const sessionOf = prepared((database, { sessionId }: { sessionId: string }) =>
  database
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'account_id',
      shownEmail,
      'name',
      'role',
      'disabled_at',
      'issuer',
      'password_due_at',
      'sessions.created_at as started_at',
      'seen_at',
      'ended_at',
      'ended_as',
    ])
    .where('sessions.id', '=', sessionId),
)

/**
 * Who holds the session, read anew so that a disabled account or a changed role counts at once.
 * `touch: false` is for what a page asks by itself: it does not keep the session from going idle.
 */
export async function personOf(
  database: Database,
  sessionId: string,
  now = new Date(),
  { touch = true } = {},
): Promise<SignedIn | Absence> {
  const { rows } = await sessionOf(database, { sessionId })
  const [row] = rows
  if (!row) return 'none'
  if (row.ended_at !== null) return row.ended_as ?? 'ended'
  const since = (time: string) => now.getTime() - Date.parse(time) // less than nothing where the clock was set back
  const over =
    row.disabled_at !== null
      ? 'ended'
      : since(row.started_at) >= absoluteMs
        ? 'expired'
        : since(row.seen_at) >= idleMs
          ? 'idle'
          : null
  if (over !== null) {
    // For good: a clock that is set back must not revive it.
    await beside('session_not_noted', () => endSession(database, sessionId, now, over))
    return over
  }
  const noted = touch && (since(row.seen_at) >= recordEveryMs || isAhead(row.seen_at, now))
  if (noted) await beside('session_not_noted', () => recordSeen(database, sessionId, row.started_at, now))
  const { account_id: accountId, email, name, role, issuer } = row
  const idleAt = (noted ? now.getTime() : Math.min(now.getTime(), Date.parse(row.seen_at))) + idleMs
  return { accountId, sessionId, email, name, role, issuer, passwordDue: row.password_due_at !== null, idleAt }
}

/** A beginning that is still to come was before the clock was set back; from then on the session's day is counted anew, not prolonged. */
async function recordSeen(database: Database, id: string, startedAt: string, now: Date): Promise<void> {
  const seen_at = now.toISOString()
  await database
    .updateTable('sessions')
    .set(isAhead(startedAt, now) ? { seen_at, created_at: seen_at } : { seen_at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
