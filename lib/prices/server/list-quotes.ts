import 'server-only'
import { type ExpressionBuilder, sql } from 'kysely'
import { containing } from '@/lib/database/containing'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { whoAre } from '@/lib/knowledge/server/who-are'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { productName } from '../price-words'
import { type ListedQuote, type ListedState, listedStates, type Quote, type QuotesPiece } from '../quote'
import { totalOf } from '../term-price'
import { forPerson } from './quotes'

const pieceLength = 50

type QuoteQuery = { state: ListedState | null; find: string; cursor: string | null }
type Of = ExpressionBuilder<Tables, 'quotes'>

/** The quotes of a merchant account that a person may open, newest first: everybody's shared ones, and their own drafts. */
export async function quotesPiece(person: Person, merchant: Merchant, { state, find, cursor }: QuoteQuery): Promise<QuotesPiece> {
  const store = await database()
  const now = new Date().toISOString()
  const visible = (of: Of) =>
    of.and([
      of('merchant', '=', merchant.code),
      of.or([of('shared_at', 'is not', null), of('account_id', '=', person.accountId)]),
      ...(find === '' ? [] : [found(of, find)]),
    ])
  let query = store
    .selectFrom('quotes')
    .selectAll()
    .where(visible)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pieceLength)
  if (state !== null) query = query.where((of) => of(standing(now), '=', state))
  if (cursor !== null) {
    const [time = '', id = ''] = cursor.split('~')
    query = query.where(sql<boolean>`(made_at, id) < (${time}, ${id})`)
  }
  const rows = await query.execute()
  const counted = await store
    .selectFrom('quotes')
    .where(visible)
    .select([standing(now).as('standing'), sql<number>`cast(count(*) as integer)`.as('count')])
    .groupBy('standing')
    .execute()
  const ids = rows.map(({ buyer_id }) => buyer_id)
  const who = await whoAre(store, merchant.code, ids)
  const last = rows.length === pieceLength ? rows.at(-1) : undefined
  const countOf = (each: ListedState) => counted.find(({ standing }) => standing === each)?.count ?? 0
  return {
    quotes: rows.map((row) => listed(forPerson(person, row), who(row.buyer_id).title)),
    counts: Object.fromEntries(listedStates.map((each) => [each, countOf(each)])) as QuotesPiece['counts'],
    next: last ? `${last.made_at}~${last.id}` : null,
  }
}

/** By the start of its number, or a part of what it is called. */
const found = (of: Of, find: string) => of.or([containing(sql`reference`, find, 'start'), containing(sql`words`, find)])

/** The state of a quote as the database tells it, by the same rule as `stateOfQuote`. */
const standing = (now: string) => sql<ListedState>`case
  when used_at is not null then 'used'
  when withdrawn_at is not null then 'withdrawn'
  when valid_until <= ${now} then 'lapsed'
  else 'open' end`

function listed(quote: Quote, buyer: string | null): ListedQuote {
  const { id, reference, state, words, buyerId, checked, person, mine, madeAt, validUntil, answer } = quote
  const [bundle] = answer.bundles
  const products = (bundle?.products ?? []).map(({ code }) => productName(answer.products, code))
  return {
    id,
    reference,
    state,
    words,
    buyerId,
    checked,
    person,
    mine,
    madeAt,
    validUntil,
    buyer,
    product: products.join(' + '),
    total: bundle ? totalOf(bundle) : null,
    currency: answer.currency,
  }
}
