import 'server-only'
import { dayMs } from '@/lib/core/dates'
import type { Database } from '@/lib/database/open'
import { env } from '@/lib/platform/env'
import { openGap } from './gaps'
import { quietNow } from './quiet'

type Since = { code: string; name: string; since: string }[]
type EventsHealth = { quiet: Since; missing: Since; lagSeconds: number; refusedDay: number }

/** How events come in, over all merchant accounts. */
export async function eventsHealth(store: Database, now: number): Promise<EventsHealth> {
  const { oldest } = await store
    .selectFrom('events')
    .select(({ fn }) => fn.min('received_at').as('oldest'))
    .where('state', '=', 'received')
    .executeTakeFirstOrThrow()
  const { refused } = await store
    .selectFrom('event_hours')
    .select(({ fn }) => fn.sum<number | string | null>('count').as('refused'))
    .where('what', '<>', 'received')
    .where('hour', '>', new Date(now - dayMs).toISOString().slice(0, 13))
    .executeTakeFirstOrThrow()
  return {
    quiet: await quietAccounts(store, now),
    missing: await missingAccounts(store),
    lagSeconds: oldest === null ? 0 : Math.max(0, Math.round((now - Date.parse(oldest)) / 1_000)),
    refusedDay: Number(refused ?? 0),
  }
}

/** The merchant accounts that have sent no event for longer than usual. */
export async function quietAccounts(store: Database, now: number): Promise<EventsHealth['quiet']> {
  const quiet: EventsHealth['quiet'] = []
  for (const { code, name } of env().merchants) {
    const since = await quietNow(store, code, now)
    if (since !== null) quiet.push({ code, name, since: new Date(since).toISOString() })
  }
  return quiet
}

/** The merchant accounts whose events of our own actions don't come. */
export async function missingAccounts(store: Database): Promise<Since> {
  const missing: Since = []
  for (const { code, name } of env().merchants) {
    const gap = await openGap(store, code, 'expected')
    if (gap) missing.push({ code, name, since: gap.from_at })
  }
  return missing
}
