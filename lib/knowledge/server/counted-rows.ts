import 'server-only'
import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Counted, type CountedIds, countedIn, isCountedAt, isCountedId } from '@/lib/core/counted'
import { dayMs } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'

/** So long a number can be opened after it was counted. */
const keptMs = 2 * dayMs
/** A number doesn't wait longer for its rows to be kept. */
const patienceMs = 200
const maxRemembered = 2_000

/** What an address says of the rows that a number counted. Both or neither; a lone one counts for nothing. */
export const countedGiven = {
  at: z.optional(z.string().check(z.refine(isCountedAt, 'Use a time as ISO in UTC'))),
  counted: z.optional(z.string().check(z.refine(isCountedId, 'Use the address of a number'))),
}

/** Keeps which rows a number counted. Null where that couldn't be done in time: then the number opens its list as of now. */
export async function keepCounted(at: string, keys: readonly string[]): Promise<Counted | null> {
  const text = JSON.stringify(keys)
  const id = hash('sha256', text, 'base64url').slice(0, 22)
  const known = singleton('counted-rows', () => new Map<string, number>())
  if (Date.now() - (known.get(id) ?? 0) < dayMs) return { at, counted: id }
  const kept = write(id, text).then(
    () => true,
    (cause: unknown) => {
      log.error({ err: cause }, 'counted_rows_not_kept')
      return false
    },
  )
  if (!(await Promise.race([kept, wait(patienceMs, false, { ref: false })]))) return null
  if (known.size >= maxRemembered) known.clear()
  known.set(id, Date.now())
  return { at, counted: id }
}

/** The same rows are kept once, whoever counted them; what nobody can open any more goes. */
async function write(id: string, keys: string): Promise<void> {
  const store = await database()
  const now = Date.now()
  const kept_at = new Date(now).toISOString()
  await store
    .insertInto('counted_rows')
    .values({ id, keys, kept_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ kept_at }))
    .execute()
  await store
    .deleteFrom('counted_rows')
    .where('kept_at', '<', new Date(now - keptMs).toISOString())
    .execute()
}

/** The keys of the rows that a number counted; null where they're no longer kept. */
export async function countedKeys(id: string): Promise<string[] | null> {
  const row = await (await database()).selectFrom('counted_rows').select('keys').where('id', '=', id).executeTakeFirst()
  return row ? fromOwnJson<string[]>(row.keys) : null
}

/** The rows of the number whose address opened a page; null where none did. */
export async function countedOf(given: Parameters<typeof countedIn>[0]): Promise<CountedIds | null> {
  const opened = countedIn(given)
  return opened && { at: opened.at, ids: await countedKeys(opened.counted) }
}
