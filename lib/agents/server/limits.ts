import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { hourMs, minute } from '@/lib/core/dates'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import { isOver } from '@/lib/people/server/limits'
import type { Calling } from './call-tool'

const keyOf = (what: string, tokenId: string) => createHash('sha256').update(`${what} ${tokenId}`).digest('hex')

type Counted = { what: string; max: number; windowMs: number; words: string }

/** Counts a call, over all copies together. Throws 429 with when to come back where it is one too many; then it isn't counted. */
export async function requireWithinReads(calling: Calling): Promise<void> {
  const { readsAMinute: max } = calling.machine.limits
  await requireWithin(calling, { what: 'machine calls', max, windowMs: minute, words: `${max} calls a minute` })
}

/** The same for what it proposes. */
export async function requireWithinProposals(calling: Calling): Promise<void> {
  const { proposalsAnHour: max } = calling.machine.limits
  await requireWithin(calling, { what: 'machine proposals', max, windowMs: hourMs, words: `${max} proposals an hour` })
}

async function requireWithin(calling: Calling, counted: Counted): Promise<void> {
  const store = await database()
  const waitMs = await store.transaction().execute((tx) => count(tx, calling.machine.tokenId, counted))
  if (waitMs !== null) await refuseOver(calling, counted.words, waitMs)
}

/** Refuses what is over a limit, and has managers hear of it at the third in an hour. */
export async function refuseOver(calling: Calling, words: string, waitMs: number): Promise<never> {
  const store = await database()
  throw await store.transaction().execute((tx) => overLimit(tx, calling, words, waitMs))
}

/** How long to wait where the limit is reached; null where it counts as one more. The time begins with the first that counts. */
async function count(tx: Transaction<Tables>, tokenId: string, { what, max, windowMs }: Counted): Promise<number | null> {
  const now = new Date()
  const key = keyOf(what, tokenId)
  await tx.deleteFrom('throttles').where('key', '=', key).where(isOver(windowMs, now)).execute()
  const counted = await tx
    .insertInto('throttles')
    .values({ key, failures: 1, failed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ failures: row('throttles.failures', '+', 1) })))
    .returning(['failures', 'failed_at'])
    .executeTakeFirstOrThrow()
  if (counted.failures <= max) return null
  await tx
    .updateTable('throttles')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('key', '=', key)
    .execute()
  return Date.parse(counted.failed_at) + windowMs - now.getTime()
}

/** So many limits in an hour are something that managers should look at. */
const worthAnAlert = 3

/** The problem of a limit that was reached, which managers hear of at the third in an hour. */
async function overLimit(
  tx: Transaction<Tables>,
  { machine, merchant }: Calling,
  words: string,
  waitMs: number,
): Promise<ServiceProblem> {
  const { tokenId, person } = machine
  const hits = await count(tx, tokenId, { what: 'machine limits', max: worthAnAlert - 1, windowMs: hourMs, words })
  if (hits !== null && (await count(tx, tokenId, { what: 'machine alert', max: 1, windowMs: hourMs, words })) === null)
    await append(tx, {
      kind: 'alert',
      actionId: null,
      accountId: person.accountId,
      person: person.name,
      merchant: merchant.code,
      operation: null,
      buyerId: null,
      ticket: null,
      detail: { limit: 'machine', most: worthAnAlert, words },
    })
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000))
  return problem('unavailable', `This token’s limit is ${words}. Nothing was done. Try again in ${retryAfter} seconds.`, {
    title: 'Too many calls',
    status: 429,
    code: 'machine_limit',
    retryAfter,
  })
}
