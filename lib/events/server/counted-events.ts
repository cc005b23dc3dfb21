import 'server-only'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '@/lib/database/open'
import { signed } from '@/lib/journal/crypto'
import { type CountedAs, unnamedBegins } from '../event-list'
import { imported } from './store'

// What the service posted itself: what an admin imported never alerts.
const isFromService = sql<boolean>`address_id <> ${imported}`

/** Nor does what an admin had read again. What was counted before that was counted, so an alert's address still leads to it. */
const isOurs = (until: string) =>
  sql<boolean>`state in ('taken', 'older', 'differs') and ${isFromService} and (replayed_at is null or replayed_at > ${until})`

/** Which events alerts count at a moment, and Settings shows by the address of an alert. How many came is the same however often they're read. */
export const countedEvents: Record<CountedAs, (until: string) => RawBuilder<boolean>> = {
  declined: (until) => sql<boolean>`action = 'charge_unsuccess' and ${isOurs(until)}`,
  chargebacks: (until) =>
    sql<boolean>`action in ('subscription_event_chargeback', 'subscription_manual_chargeback') and ${isOurs(until)}`,
  all: () => sql<boolean>`state not in ('foreign', 'test') and ${isFromService}`,
}

/** A stretch of time in ISO, without its beginning and with its end. */
export type Between = { since: string; until: string }

export type Declines = { provider: string; declined: number; decided: number; newest: string }

/** Of each provider how many charges were declined and when the newest of these came, and how many were declined or received. */
export async function declinesByProvider(store: Database, merchant: string, { since, until }: Between): Promise<Declines[]> {
  const { rows } = await sql<Record<'declined' | 'received', string | number> & { provider: string; newest: string }>`
    select provider, count(distinct case when action = 'charge_unsuccess' then entity end) as declined,
      count(distinct case when action <> 'charge_unsuccess' then entity end) as received,
      coalesce(max(case when action = 'charge_unsuccess' then received_at end), '') as newest
    from events where merchant = ${merchant} and action in ('charge_unsuccess', 'charge_settle', 'charge_capture')
      and received_at > ${since} and received_at <= ${until} and provider is not null and ${isOurs(until)}
    group by provider order by provider`.execute(store)
  return rows.map(({ provider, newest, ...row }) => {
    const declined = Number(row.declined)
    return { provider, newest, declined, decided: declined + Number(row.received) }
  })
}

/** What stands for the name of a provider in an address, where the name itself must not. */
export const markOf = (provider: string): string => `${unnamedBegins}${signed(`provider ${provider}`).slice(0, 16)}`

/** Whom an address means with a provider: that name, or the one that a mark stands for among those of some time. */
export async function providerMeant(
  store: Database,
  merchant: string,
  given: string,
  between: Partial<Between>,
): Promise<string> {
  if (!given.startsWith(unnamedBegins)) return given
  const { since = '', until } = between
  const rows = await store
    .selectFrom('events')
    .select('provider')
    .distinct()
    .where('merchant', '=', merchant)
    .where('action', '=', 'charge_unsuccess')
    .where('received_at', '>', since)
    .$if(until !== undefined, (query) => query.where('received_at', '<=', until ?? ''))
    .execute()
  return rows.find(({ provider }) => provider !== null && markOf(provider) === given)?.provider ?? given
}

// A thing that several events tell of, or one event in two versions, is one chargeback.
const counts: Record<CountedAs, RawBuilder<string | number>> = {
  declined: sql`count(distinct coalesce(entity, id))`,
  chargebacks: sql`count(distinct coalesce(entity, id))`,
  all: sql`count(*)`,
}

/** How many things were counted, or of `all` events, and when the newest event of them came. */
export async function countEventsAs(
  store: Database,
  merchant: string,
  as: CountedAs,
  { since, until }: Between,
): Promise<{ count: number; newest: string }> {
  const { count, newest } = await store
    .selectFrom('events')
    .select(({ fn }) => [counts[as].as('count'), fn.max('received_at').as('newest')])
    .where('merchant', '=', merchant)
    .where('received_at', '>', since)
    .where('received_at', '<=', until)
    .where(countedEvents[as](until))
    .executeTakeFirstOrThrow()
  return { count: Number(count), newest: newest ?? '' }
}

/** Whether events could come all the time since a moment. */
export async function hadAddressSince(store: Database, merchant: string, since: string): Promise<boolean> {
  const address = await store
    .selectFrom('event_addresses')
    .select('id')
    .where('merchant', '=', merchant)
    .where('revoked_at', 'is', null)
    .where('last_used_at', 'is not', null)
    .where('made_at', '<=', since)
    .limit(1)
    .executeTakeFirst()
  return address !== undefined
}
