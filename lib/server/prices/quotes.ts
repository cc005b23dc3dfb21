import 'server-only'
import { randomBytes } from 'node:crypto'
import { masked } from '@/lib/masking'
import { getOneClickPrices } from '@/lib/operations'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import { problem } from '@/lib/problem'
import { type Quote, stateOfQuote } from '@/lib/quote'
import { merchantByCode } from '../admission'
import { requireMerchant } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { askFor } from '../call'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import type { Merchant } from '../merchants'
import { buyerAddress } from '../service/buyer-address'

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

/** Freezes an offer: the server asks for the price itself, so that what is frozen is what the service said and nothing else. */
export async function freeze(person: Person, { merchant, buyerId, words, request, validUntil, address }: Offer): Promise<Quote> {
  const { answer } = await askFor({
    ...{ operation: getOneClickPrices, person, merchant, params: { buyerId }, body: request, headers: {} },
    address: await buyerAddress(merchant, buyerId, address),
  })
  const row: Row = {
    id: randomBytes(32).toString('base64url'),
    merchant: merchant.code,
    buyer_id: buyerId,
    account_id: person.accountId,
    person: person.name,
    words: masked(words),
    request: JSON.stringify(request),
    answer: JSON.stringify(answer.data),
    made_at: new Date().toISOString(),
    valid_until: validUntil,
    ...{ shared_at: null, used_at: null, used_by: null, used_action_id: null },
  }
  const store = await database()
  await store.insertInto('quotes').values(row).execute()
  return forPerson(person, row)
}

/** A quote by the secret of its link. A draft is its maker's alone. Throws `notFound`, and tells no two reasons for it apart. */
export async function readQuote(person: Person, id: string): Promise<Quote> {
  const store = await database()
  const row = await store.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || (row.shared_at === null && row.account_id !== person.accountId))
    throw problem('notFound', 'There is no such quote.')
  requireMerchant(person, row.merchant)
  merchantByCode(row.merchant) // an account that is no longer served has no quotes either
  return forPerson(person, row)
}

/** Lets colleagues open it by its link. Only its maker may. */
export async function share(person: Person, id: string): Promise<Quote> {
  const quote = await readQuote(person, id)
  if (!quote.mine) throw problem('forbidden', 'Only who has made a quote shares it.')
  const store = await database()
  await store
    .updateTable('quotes')
    .set({ shared_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('shared_at', 'is', null)
    .execute()
  return readQuote(person, id)
}

/** Notes what was made of it: the first action counts, and it must stand in the journal as done or unconfirmed. */
export async function noteUse(person: Person, id: string, actionId: string): Promise<Quote> {
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
  if (!counts) throw problem('conflict', 'No action of yours under this id has been sent.', { code: 'no_such_action' })
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
    request: JSON.parse(row.request) as Quote['request'],
    answer: JSON.parse(row.answer) as Quote['answer'],
    person: row.person,
    mine: row.account_id === person.accountId,
    madeAt: row.made_at,
    validUntil: row.valid_until,
    sharedAt: row.shared_at,
    used: used_at === null ? null : { at: used_at, by: used_by ?? '', actionId: used_action_id ?? '' },
  }
}
