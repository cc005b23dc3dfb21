import 'server-only'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { prepared } from '@/lib/database/prepared'
import { singleton } from '@/lib/platform/singleton'
import { type LimitName, limits } from '../limits'
import { alertOnce, type Limited, limitKey, overLimit } from './limits'
import type { Person } from './sessions'

const limit: LimitName = 'buyers'
type Seen = { minute: string; account_id: string; buyer_id: string }

/** What this process has let through in a minute, by person: the many requests of one page cost the database one row. */
const letThrough = () => singleton('buyers-counted', () => new Map<string, { minute: string; ids: Set<string> }>())

function idsOf({ accountId }: Person, minute: string): Set<string> {
  const known = letThrough().get(accountId)
  if (known?.minute === minute) return known.ids
  const ids = new Set<string>()
  letThrough().set(accountId, { minute, ids })
  return ids
}

/**
 * Counts that a person looks at a buyer; throws 429 for one buyer too many within a minute. While the database can't count,
 * each process counts for itself: reading goes on, and not without limit.
 */
export async function recordBuyerShown(person: Person, merchant: string, buyerId: string, now = new Date()): Promise<void> {
  await recordLook(buyerId, { person, merchant, buyerId }, now)
}

/** The same for a buyer who is looked for by e-mail: nobody knows yet which buyer that is. */
export async function recordEmailSearched(person: Person, merchant: string, email: string, now = new Date()): Promise<void> {
  await recordLook(limitKey(`email ${email.trim().toLowerCase()}`, person), { person, merchant, buyerId: null }, now)
}

async function recordLook(key: string, about: Limited, now: Date): Promise<void> {
  const minute = now.toISOString().slice(0, 16)
  const ids = idsOf(about.person, minute)
  if (ids.has(key)) return
  const isOne = ids.size < limits[limit].max
  if (isOne) ids.add(key) // before the database has said so: of many at once, each sees the others
  const seen = { minute, account_id: about.person.accountId, buyer_id: key }
  try {
    await beside('buyer_not_counted', () => (isOne ? count(seen, about, now) : refuse(seen, about, now)))
  } catch (cause) {
    ids.delete(key)
    throw cause
  }
  if (!isOne) throw overTheLimit(about.person, now)
}

async function count(seen: Seen, about: Limited, now: Date): Promise<void> {
  const store = await database()
  const isNew = (await addSeen(store, seen)).rows.length > 0
  if (!isNew) return
  const { rows } = await countSeen(store, { minute: seen.minute, account_id: seen.account_id })
  if (Number(rows[0]?.buyers ?? 0) > limits[limit].max) await refuse(seen, about, now)
}

/** Takes back what was one too many, tells managers, and throws. */
async function refuse(seen: Seen, about: Limited, now: Date): Promise<never> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('buyers_opened')
      .where('minute', '=', seen.minute)
      .where('buyer_id', '=', seen.buyer_id)
      .where('account_id', '=', seen.account_id)
      .execute()
    await alertOnce(tx, limit, about, now)
  })
  throw overTheLimit(about.person, now)
}

const overTheLimit = (person: Person, now: Date) => overLimit(limit, person, 60_000 - (now.getTime() % 60_000))

const addSeen = prepared((store, seen: Seen) =>
  store
    .insertInto('buyers_opened')
    .values(seen)
    .onConflict((conflict) => conflict.columns(['minute', 'account_id', 'buyer_id']).doNothing())
    .returning('buyer_id'),
)
const countSeen = prepared((store, { minute, account_id }: Omit<Seen, 'buyer_id'>) =>
  store
    .selectFrom('buyers_opened')
    .select(({ fn }) => fn.countAll().as('buyers'))
    .where('minute', '=', minute)
    .where('account_id', '=', account_id),
)

/** Forgets the minutes that are over, and those to come, which were counted before the clock was set back. */
export async function forgetCountedBuyers(now = new Date()): Promise<void> {
  const store = await database()
  const minuteIn = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(0, 16)
  await store
    .deleteFrom('buyers_opened')
    .where((row) => row.or([row('minute', '<', minuteIn(-120_000)), row('minute', '>', minuteIn(60_000))]))
    .execute()
}
