import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { maskEmail, maskTyped } from '@/lib/core/masking'
import { database } from '@/lib/database/open'
import type { Person } from '@/lib/people/server/sessions'
import type { RecentBuyer } from '../recent-buyer'
import { whoAre } from './who-are'

const max = 10
const shown = ['email', 'country', 'orders', 'subscriptions']

/** The buyers a person opened last in a merchant account, with what is known of them; e-mails are masked. */
export async function recentBuyers(person: Person, merchant: string): Promise<RecentBuyer[]> {
  const store = await database()
  const opened = await store
    .selectFrom('recent_buyers')
    .select(['buyer_id', 'ticket', 'opened_at'])
    .where('account_id', '=', person.accountId)
    .where('merchant', '=', merchant)
    .orderBy('opened_at', 'desc')
    .limit(max)
    .execute()
  if (opened.length === 0) return []
  const facts = await store
    .selectFrom('facts')
    .select(['buyer_id', 'field', 'value'])
    .where('merchant', '=', merchant)
    .where('entity', '=', 'buyer')
    .where('field', 'in', shown)
    .where(
      'buyer_id',
      'in',
      opened.map(({ buyer_id }) => buyer_id),
    )
    .execute()
  const who = await whoAre(
    store,
    merchant,
    opened.map(({ buyer_id }) => buyer_id),
  )
  return opened.map(({ buyer_id, ticket, opened_at }) => {
    const known = Object.fromEntries(
      facts.filter((fact) => fact.buyer_id === buyer_id).map(({ field, value }) => [field, fromOwnJson(value)]),
    )
    const { email, country, orders, subscriptions } = known as {
      email?: string
      country?: string
      orders?: number
      subscriptions?: number
    }
    return {
      buyerId: buyer_id,
      ticket: ticket && maskTyped(ticket), // older versions kept it as it came
      openedAt: opened_at,
      email: email ? maskEmail(email) : null,
      title: who(buyer_id).title,
      country: country ?? null,
      orders: orders ?? null,
      subscriptions: subscriptions ?? null,
    }
  })
}

/** Puts a buyer at the top of a person's recent ones; a ticket once given stays. It's whatever an address said, so it's kept masked. */
export async function recordOpened(person: Person, merchant: string, buyerId: string, given: string | null): Promise<void> {
  const store = await database()
  const ticket = given && maskTyped(given)
  const opened_at = new Date().toISOString()
  await store
    .insertInto('recent_buyers')
    .values({ account_id: person.accountId, merchant, buyer_id: buyerId, ticket, opened_at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'merchant', 'buyer_id'])
        .doUpdateSet(ticket === null ? { opened_at } : { opened_at, ticket }),
    )
    .execute()
}

/** Takes an id that turned out to be nobody's off the person's recent buyers, with its ticket. */
export async function forgetOpened(person: Person, merchant: string, buyerId: string): Promise<void> {
  const store = await database()
  await store
    .deleteFrom('recent_buyers')
    .where('account_id', '=', person.accountId)
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .execute()
}
