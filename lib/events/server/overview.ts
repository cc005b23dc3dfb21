import 'server-only'
import { dayMs, hourMs, iso } from '@/lib/core/dates'
import type { RefusedEvent } from '@/lib/database/event-tables'
import { type Database, database } from '@/lib/database/open'
import { env } from '@/lib/platform/env'
import type { AddressShown, EventsOverview } from '../overview'
import { addressesOf } from './addresses'
import { openGap } from './gaps'
import { hoursSince } from './hours'
import { lastEvent, quietNow } from './quiet'
import { eventSettings } from './settings'

const maxGaps = 5

/** Where the service posts events of an account, without the secret. */
export const eventsAt = (merchant: string): string => `${env().NEXTAUTH_URL}/api/events/${merchant}/`

/** How events of a merchant account come in. */
export async function eventsOverview(merchant: string, now = Date.now()): Promise<EventsOverview> {
  const store = await database()
  const hours = await hoursSince(store, merchant, now - dayMs + hourMs)
  const addresses = (await addressesOf(merchant)).filter(({ revoked_at }) => revoked_at === null)
  const { lastAt } = await lastEvent(store, merchant)
  const quiet = await quietNow(store, merchant, now)
  const counted = new Map(hours.filter(({ what }) => what === 'received').map(({ hour, count }) => [hour, Number(count)]))
  return {
    address: eventsAt(merchant),
    addresses: addresses.map(
      ({ id, tail, made_by: madeBy, made_at: madeAt, last_used_at: lastUsedAt }): AddressShown => ({
        id,
        tail,
        madeBy,
        madeAt,
        lastUsedAt,
      }),
    ),
    settings: await eventSettings(merchant, store),
    lastAt: lastAt === null ? null : iso(lastAt),
    today: [...counted.values()].reduce((all, count) => all + count, 0),
    refused: refusedIn(hours),
    waiting: await waitingIn(store, merchant, now),
    reads: await readsIn(store, merchant),
    settledWeek: await settledSince(store, merchant, now - 7 * dayMs),
    hours: Array.from({ length: 24 }, (_, place) => {
      const hour = new Date(now - (23 - place) * hourMs).toISOString().slice(0, 13)
      return { hour, count: counted.get(hour) ?? 0 }
    }),
    quietSince: quiet === null ? null : new Date(quiet).toISOString(),
    missingSince: (await openGap(store, merchant, 'expected'))?.from_at ?? null,
    tests: env().SERVICE_IS_STANDIN === 'on' ? 'standin' : 'address',
    gaps: await gapsOf(store, merchant),
  }
}

function refusedIn(hours: readonly { what: 'received' | RefusedEvent; count: number }[]): EventsOverview['refused'] {
  const refused: EventsOverview['refused'] = {}
  for (const { what, count } of hours) if (what !== 'received') refused[what] = (refused[what] ?? 0) + Number(count)
  return refused
}

async function waitingIn(store: Database, merchant: string, now: number): Promise<EventsOverview['waiting']> {
  const { count, oldest } = await store
    .selectFrom('events')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('received_at').as('oldest')])
    .where('state', '=', 'received')
    .where('merchant', '=', merchant)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestSeconds: oldest === null ? null : Math.round((now - Date.parse(oldest)) / 1_000) }
}

async function readsIn(store: Database, merchant: string): Promise<number> {
  const { count } = await store
    .selectFrom('event_reads')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('merchant', '=', merchant)
    .where('tries', '>=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function settledSince(store: Database, merchant: string, since: number): Promise<number> {
  const { count } = await store
    .selectFrom('actions')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('merchant', '=', merchant)
    .where('settled_how', '=', 'event')
    .where('created_at', '>=', new Date(since).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function gapsOf(store: Database, merchant: string): Promise<EventsOverview['gaps']> {
  const rows = await store
    .selectFrom('event_gaps')
    .select(['from_at', 'to_at', 'kind'])
    .where('merchant', '=', merchant)
    .orderBy('from_at', 'desc')
    .limit(maxGaps)
    .execute()
  return rows.map(({ from_at: from, to_at: to, kind }) => ({ from, to, kind }))
}
