import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/lib/database/open'

// Time that was lost is caught up with where it's only this much. After more, as when a run begins or another copy goes on with it, the next turn is now.
const lostMs = 1_000
// Copies that take turns together reserve no further ahead.
const aheadMs = 10_000

/**
 * Waits for an account's next turn. Each command takes its part of a second from whatever comes after it, so all incidents of an account
 * together keep the rate, over all copies. Rejects with what `signal` aborts with.
 */
export async function takeTurn(store: Database, merchant: string, rate: number, signal: AbortSignal): Promise<void> {
  const at = await reserve(store, merchant, 1_000 / rate)
  const inMs = at - Date.now()
  if (inMs <= 0) return
  await wait(inMs, undefined, { signal }).catch(() => {
    throw signal.reason
  })
}

async function reserve(store: Database, merchant: string, apartMs: number): Promise<number> {
  for (;;) {
    const now = Date.now()
    const row = await store.selectFrom('incident_paces').select('at').where('merchant', '=', merchant).executeTakeFirst()
    // A turn far ahead was left by a clock that was wrong.
    const at = Number(row?.at ?? 0)
    const next = at >= now - lostMs && at < now + aheadMs ? at : now
    const after = String(next + apartMs)
    const { numInsertedOrUpdatedRows } = await store
      .insertInto('incident_paces')
      .values({ merchant, at: after })
      .onConflict((conflict) =>
        row
          ? conflict.column('merchant').doUpdateSet({ at: after }).where('incident_paces.at', '=', row.at)
          : conflict.column('merchant').doNothing(),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return next
  }
}
