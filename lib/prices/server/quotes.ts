import 'server-only'
import { randomBytes } from 'node:crypto'
import { askFor } from '@/lib/calls/call'
import { fromOwnJson } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { buyerAddress } from '@/lib/knowledge/server/buyer-address'
import { getOneClickPrices } from '@/lib/operations/queries'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import { merchantByCode, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { type Quote, stateOfQuote } from '../quote'

type Row = Tables['quotes']

export type Offer = {
  merchant: Merchant
  buyerId: string
  words: string
  request: PriceRequest
  validUntil: string
  /** The buyer's address where a person typed it. */
  address: string | null
}

/** Freezes an offer: the server asks for the price itself, so that what is frozen is what the service said and nothing else. Returns its id. */
export async function freeze(
  person: Person,
  { merchant, buyerId, words, request, validUntil, address }: Offer,
  claim?: Claim,
): Promise<string> {
  const { answer } = await askFor({
    operation: getOneClickPrices,
    person,
    merchant,
    params: { buyerId },
    body: request,
    headers: {},
    address: await buyerAddress(merchant, buyerId, address),
  })
  const row: Row = {
    id: randomBytes(32).toString('base64url'),
    merchant: merchant.code,
    buyer_id: buyerId,
    account_id: person.accountId,
    person: person.name,
    words: maskTyped(words),
    request: JSON.stringify(request),
    answer: JSON.stringify(answer.data),
    made_at: new Date().toISOString(),
    valid_until: validUntil,
    shared_at: null,
    used_at: null,
    used_by: null,
    used_action_id: null,
  }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await claim?.keep(tx, row.id)
    await tx.insertInto('quotes').values(row).execute()
  })
  return row.id
}

/** A quote by the secret of its link. A draft is its maker's alone. Throws `notFound`, and tells no two reasons for it apart. */
export async function readQuote(person: Person, id: string): Promise<Quote> {
  const store = await database()
  const row = await store.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || (row.shared_at === null && row.account_id !== person.accountId))
    throw problem('notFound', 'We couldn’t find that quote.')
  requireMerchant(person, row.merchant)
  merchantByCode(row.merchant) // an account that is no longer served has no quotes either
  return forPerson(person, row)
}

/** Lets colleagues open it by its link. Only its maker may. */
export async function share(person: Person, id: string, claim?: Claim): Promise<void> {
  const quote = await readQuote(person, id)
  if (!quote.mine) throw problem('forbidden', 'Only the person who created a quote can share it.')
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await tx
      .updateTable('quotes')
      .set({ shared_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('shared_at', 'is', null)
      .execute()
  })
}

/** Notes what was made of it: the first action counts, and it must stand in the journal as done or unconfirmed. */
export async function recordUse(person: Person, id: string, actionId: string): Promise<Quote> {
  const quote = await readQuote(person, id)
  const store = await database()
  const action = await store
    .selectFrom('actions')
    .select(['state', 'merchant', 'account_id'])
    .where('action_id', '=', actionId)
    .executeTakeFirst()
  const counts =
    action?.merchant === quote.merchant &&
    action.account_id === person.accountId &&
    (action.state === 'done' || action.state === 'unconfirmed')
  if (!counts) throw problem('conflict', 'You haven’t sent an action with this id.', { code: 'no_such_action' })
  await store
    .updateTable('quotes')
    .set({ used_at: new Date().toISOString(), used_by: person.name, used_action_id: actionId })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
  return readQuote(person, id)
}

function forPerson(person: Person, row: Row): Quote {
  const { used_at, used_by, used_action_id } = row
  return {
    id: row.id,
    state: stateOfQuote(row, new Date()),
    merchant: row.merchant,
    buyerId: row.buyer_id,
    words: row.words,
    request: fromOwnJson<Quote['request']>(row.request),
    answer: fromOwnJson<Quote['answer']>(row.answer),
    person: row.person,
    mine: row.account_id === person.accountId,
    madeAt: row.made_at,
    validUntil: row.valid_until,
    sharedAt: row.shared_at,
    used: used_at === null ? null : { at: used_at, by: used_by ?? '', actionId: used_action_id ?? '' },
  }
}
