import 'server-only'
import { type LimitName, limits } from '@/lib/limits'
import { ServiceProblem } from '@/lib/problem'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { prepared } from '../database/prepared'
import { log } from '../log'
import { once } from '../once'
import { alertOnce } from './alert-once'
import { overLimit } from './over-limit'

const limit: LimitName = 'buyers'
type Seen = { minute: string; account_id: string; buyer_id: string }

/** What this process has counted already, by person: the many requests of one page cost the database one row. */
const counted = () => once('buyers-counted', () => new Map<string, { minute: string; ids: Set<string> }>())

/**
 * Counts that a person looks at a buyer; throws 429 for one buyer too many within a minute. What cannot be counted, because the database
 * takes no writes, is let through: reading goes on.
 */
export async function noteBuyer(person: Person, merchant: string, buyerId: string, now = new Date()): Promise<void> {
  const minute = now.toISOString().slice(0, 16)
  const known = counted().get(person.accountId)
  const ids = known?.minute === minute ? known.ids : new Set<string>()
  if (ids.has(buyerId)) return
  try {
    await count({ minute, account_id: person.accountId, buyer_id: buyerId }, { person, merchant, buyerId }, now)
  } catch (cause) {
    if (cause instanceof ServiceProblem) throw cause
    log.error({ err: cause }, 'buyer_not_counted')
  }
  counted().set(person.accountId, { minute, ids: ids.add(buyerId) })
}

async function count(seen: Seen, about: Parameters<typeof alertOnce>[2], now: Date): Promise<void> {
  const store = await database()
  const isNew = (await addSeen(store, seen)).rows.length > 0
  if (!isNew) return
  const { rows } = await countSeen(store, { minute: seen.minute, account_id: seen.account_id })
  if (Number(rows[0]?.buyers ?? 0) <= limits[limit].most) return
  await store.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('buyers_opened')
      .where('minute', '=', seen.minute)
      .where('buyer_id', '=', seen.buyer_id)
      .where('account_id', '=', seen.account_id)
      .execute()
    await alertOnce(tx, limit, about, now)
  })
  throw overLimit(limit, 60_000 - (now.getTime() % 60_000))
}

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

/** Forgets the minutes that are over. */
export async function forgetCountedBuyers(now = new Date()): Promise<void> {
  const store = await database()
  await store
    .deleteFrom('buyers_opened')
    .where('minute', '<', new Date(now.getTime() - 120_000).toISOString().slice(0, 16))
    .execute()
}
