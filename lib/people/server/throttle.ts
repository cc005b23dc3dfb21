import 'server-only'
import { createHash } from 'node:crypto'
import { problem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import { isAhead, isOver } from './limits'

/** How many failures are free, and how long the delay may grow. An account's delay stays short: a stranger must not lock its owner out. */
const personLimit = { free: 5, longestMs: 15_000 }
const address = { free: 20, longestMs: 300_000 }
const forgetAfterMs = 60 * 60_000

/** Without an e-mail only the address is slowed down. */
type Keys = { email?: string; address: string }

const keysOf = ({ email, address: from }: Keys) => [
  ...(email === undefined ? [] : [{ key: digest(`account ${email.trim().toLowerCase()}`), rule: personLimit }]),
  { key: digest(`address ${from}`), rule: address },
]

/** Seconds until somebody may try again to sign in, or null where they may now. Delays grow with each failure, per account and per address. */
export async function secondsToWait(database: Database, who: Keys, now = new Date()): Promise<number | null> {
  const waits = await Promise.all(
    keysOf(who).map(async ({ key, rule }) => {
      const row = await database.selectFrom('throttles').selectAll().where('key', '=', key).executeTakeFirst()
      if (!row || row.failures < rule.free || isAhead(row.failed_at, now)) return 0
      const delay = Math.min(rule.longestMs, 1_000 * 2 ** (row.failures - rule.free))
      return Date.parse(row.failed_at) + delay - now.getTime()
    }),
  )
  const longest = Math.max(...waits)
  return longest > 0 ? Math.ceil(longest / 1_000) : null
}

/** Throws `unavailable` with the seconds to wait, where somebody has to. */
export async function requirePatience(database: Database, who: Keys): Promise<void> {
  const seconds = await secondsToWait(database, who)
  if (seconds === null) return
  throw problem('unavailable', `Too many attempts. Try again in ${seconds} seconds.`, {
    title: 'Too many attempts',
    status: 429,
    code: 'throttled',
    retryAfter: seconds,
  })
}

export async function recordFailure(database: Database, who: Keys, now = new Date()): Promise<void> {
  const failed_at = now.toISOString()
  await database.deleteFrom('throttles').where(isOver(forgetAfterMs, now)).execute()
  for (const { key } of keysOf(who)) {
    await database
      .insertInto('throttles')
      .values({ key, failures: 1, failed_at })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({ failures: row('throttles.failures', '+', 1), failed_at })),
      )
      .execute()
  }
}

/** A success clears the account; an address keeps its count, or one right password would pay for trying many others. */
export async function recordSuccess(database: Database, who: Required<Keys>): Promise<void> {
  await database
    .deleteFrom('throttles')
    .where('key', '=', digest(`account ${who.email.trim().toLowerCase()}`))
    .execute()
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
