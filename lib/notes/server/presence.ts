import 'server-only'
import type { VerbName } from '@/lib/commands/verb-words'
import { groupBy } from '@/lib/core/group-by'
import { type Database, database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import type { Person } from '@/lib/people/server/sessions'
import type { Colleague } from '../presence'

// Each write flushes the disk, so a page that has nothing new to say is written down now and then; it is gone after three times that.
const recordEveryMs = 8_000
const goneAfterMs = 24_000

type Place = { merchant: string; buyerId: string; tab: string }

/** Notes that a page of the person has the buyer open, and tells who else has. Everything goes through the database, so that several processes agree. */
export async function here(person: Person, place: Place, verb: VerbName | null, now = new Date()): Promise<Colleague[]> {
  const store = await database()
  await beside('presence_not_noted', () => recordPresence(store, person, place, verb, now))
  const rows = await store
    .selectFrom('presence')
    .innerJoin('accounts', 'accounts.id', 'presence.account_id')
    .select(['accounts.id', 'accounts.name', 'presence.verb'])
    .where('presence.merchant', '=', place.merchant)
    .where('presence.buyer_id', '=', place.buyerId)
    .where('presence.account_id', '!=', person.accountId)
    .where('presence.seen_at', '>', before(now, goneAfterMs))
    .where('presence.seen_at', '<', before(now, -goneAfterMs)) // one further ahead is of a time before the clock was set back
    .orderBy('accounts.name')
    .execute()
  return [...groupBy(rows, ({ id }) => id)].flatMap(([id, pages]) => {
    const [page] = pages.toSorted((a, b) => Number(b.verb !== null) - Number(a.verb !== null))
    return page ? [{ id, name: page.name, verb: page.verb as VerbName | null }] : []
  })
}

/** How many actions on the buyer have ended, and when the last one did, or was settled: another text means that a page shows less than there is. */
export async function endedOn({ merchant, buyerId }: Omit<Place, 'tab'>): Promise<string> {
  const store = await database()
  const { count, last } = await store
    .selectFrom('actions')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max(fn.coalesce('settled_at', 'answered_at', 'created_at')).as('last')])
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('state', '!=', 'sent')
    .executeTakeFirstOrThrow()
  return `${count} ${last ?? ''}`
}

/** The page was left. */
export async function gone(person: Person, { merchant, buyerId, tab }: Place): Promise<void> {
  const store = await database()
  await store
    .deleteFrom('presence')
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('tab', '=', tab)
    .where('account_id', '=', person.accountId)
    .execute()
}

async function recordPresence(store: Database, person: Person, place: Place, verb: VerbName | null, now: Date): Promise<void> {
  const { merchant, buyerId, tab } = place
  const row = await store
    .selectFrom('presence')
    .select(['verb', 'seen_at', 'account_id'])
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('tab', '=', tab)
    .executeTakeFirst()
  const isOthers = row !== undefined && row.account_id !== person.accountId
  if (isOthers || (row?.verb === verb && row.seen_at > before(now, recordEveryMs) && row.seen_at <= before(now, -recordEveryMs)))
    return
  const presenceRow = { account_id: person.accountId, verb, seen_at: now.toISOString() }
  await store
    .insertInto('presence')
    .values({ merchant, buyer_id: buyerId, tab, ...presenceRow })
    .onConflict((conflict) => conflict.columns(['merchant', 'buyer_id', 'tab']).doUpdateSet(presenceRow))
    .execute()
  // Whoever comes first sweeps what pages have left that could not say so.
  if (row === undefined) await store.deleteFrom('presence').where('seen_at', '<', before(now, goneAfterMs)).execute()
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
