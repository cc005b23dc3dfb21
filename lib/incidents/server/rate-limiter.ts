import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/lib/database/open'

// Time that was lost is caught up with where it's only this much. After more, as when a run begins or another copy goes on with it, the next turn is now.
const lostMs = 1_000
// Copies that take turns together reserve no further ahead.
const aheadMs = 10_000

/** A run reserves the turns of this long at once, because each reservation is a write that others wait for. */
const atOnceMs = 1_000

/**
 * The turns of an account, as one run takes them. Each turn moves the next one back by its part of a second, so all incidents of an account
 * together keep the rate, over all copies.
 */
export class RateLimiter {
  private taken: number[] = []
  private rate = 0

  constructor(private readonly store: Database) {}

  /** Waits for the next turn. Rejects with what `signal` aborts with. */
  async takeTurn(merchant: string, rate: number, signal: AbortSignal): Promise<void> {
    const oldest = Date.now() - lostMs
    this.taken = rate === this.rate ? this.taken.filter((at) => at >= oldest && at < oldest + aheadMs) : []
    if (this.taken.length === 0) {
      const apartMs = 1_000 / rate
      const count = Math.max(1, Math.floor(atOnceMs / apartMs))
      const first = await reserve(this.store, merchant, count * apartMs)
      this.taken = Array.from({ length: count }, (_, at) => first + at * apartMs)
      this.rate = rate
    }
    const inMs = (this.taken.shift() ?? 0) - Date.now()
    if (inMs <= 0) return
    await wait(inMs, undefined, { signal }).catch(() => {
      throw signal.reason
    })
  }
}

/** Takes the account's next so many milliseconds; resolves to when they begin. */
async function reserve(store: Database, merchant: string, ms: number): Promise<number> {
  for (;;) {
    const now = Date.now()
    const row = await store.selectFrom('incident_paces').select('at').where('merchant', '=', merchant).executeTakeFirst()
    // A turn far ahead was left by a clock that was wrong.
    const at = Number(row?.at ?? 0)
    const next = at >= now - lostMs && at < now + aheadMs ? at : now
    const after = String(next + ms)
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
