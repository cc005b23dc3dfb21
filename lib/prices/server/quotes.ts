import 'server-only'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { askFor } from '@/lib/calls/call'
import { moveQuote, type QuoteRow, quoteRow, recordQuote } from '@/lib/commands/server/quotes'
import { fromOwnJson } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { encryptJson } from '@/lib/journal/crypto'
import { buyerAddress } from '@/lib/knowledge/server/signing-buyer'
import { getOneClickPrices } from '@/lib/operations/queries'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { type CheckedPrice, type Quote, stateOfQuote } from '../quote'
import { isTrial } from '../term-price'
import { type ComparisonRequest, comparedPrices } from './compared-prices'

export type Offer = {
  merchant: Merchant
  buyerId: string
  words: string
  request: PriceRequest
  validUntil: string
  /** The buyer's address where a person typed it. */
  address: string | null
  compared: ComparisonRequest
}

/**
 * Freezes an offer: the server asks for the price itself, and for those it was compared with, so that what is frozen is what the service
 * said and nothing else. Returns its id.
 */
export async function freeze(person: Person, offer: Offer, claim?: Claim): Promise<string> {
  const { merchant, buyerId, words, request, validUntil, address } = offer
  const ask = await asksFor(person, offer)
  const answer = await ask(request)
  const compared = await comparedPrices(ask, offer.compared, { request, answer })
  const id = randomBytes(32).toString('base64url')
  const row: QuoteRow = {
    id,
    reference: referenceOf(id),
    merchant: merchant.code,
    buyer_id: buyerId,
    account_id: person.accountId,
    person: person.name,
    words: maskTyped(isTried(answer) ? `${words}, trial` : words),
    request: JSON.stringify(request),
    answer: JSON.stringify(answer),
    compared: JSON.stringify(compared),
    address: address === null ? null : encryptJson(address),
    made_at: new Date().toISOString(),
    valid_until: validUntil,
    shared_at: null,
    used_at: null,
    used_by: null,
    used_action_id: null,
    checked_at: null,
    checked: null,
    taken_order: null,
    withdrawn_at: null,
    entry_id: randomUUID(),
  }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await claim?.keep(tx, row.id)
    await tx.insertInto('quotes').values(row).execute()
    await recordQuote(tx, person, row, 'saved')
  })
  return row.id
}

/** Whether the service sells it as a trial, whose price would pass for that of the product. */
const isTried = ({ bundles: [bundle] }: PriceResult): boolean => bundle !== undefined && isTrial(bundle)

type WhosePrices = { merchant: Merchant; buyerId: string; address: string | null; signal?: AbortSignal }

/** Asks for prices as the buyer: signed with the address that was typed, else with the newest known. Throws `invalid` where there is none. */
export async function asksFor(person: Person, { merchant, buyerId, address, signal }: WhosePrices) {
  const signedFor = await buyerAddress(merchant, buyerId, address)
  return async (body: PriceRequest): Promise<PriceResult> => {
    const params = { buyerId }
    const call = { operation: getOneClickPrices, person, merchant, params, body, headers: {}, address: signedFor }
    return (await askFor({ ...call, ...(signal && { signal }) })).answer.data
  }
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What people write and say: short, without letters that look alike, and no count of the offers that were made. */
const referenceOf = (id: string): string =>
  `Q-${[...hash('sha256', id, 'buffer').subarray(0, 6)].map((byte) => letters[byte % letters.length]).join('')}`

/** A quote by the secret of its link. A draft is its maker's alone. Throws `notFound`, and tells no two reasons for it apart. */
export const readQuote = async (person: Person, id: string): Promise<Quote> => forPerson(person, await quoteRow(person, id))

/** Lets colleagues open it by its link, or takes the offer back. Only its maker may. */
export async function change(person: Person, id: string, how: 'share' | 'withdraw', claim?: Claim): Promise<void> {
  const quote = await readQuote(person, id)
  if (!quote.mine) throw problem('forbidden', `Only the person who created a quote can ${how} it.`)
  const now = new Date().toISOString()
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    if (how === 'share') await moveQuote(tx, person, { id, did: 'shared', values: { shared_at: now } })
    else await moveQuote(tx, person, { id, did: 'withdrawn', values: { withdrawn_at: now } })
  })
}

export function forPerson(person: Person, row: QuoteRow): Quote {
  const { used_at, used_by, used_action_id, taken_order } = row
  return {
    id: row.id,
    reference: row.reference ?? referenceOf(row.id),
    state: stateOfQuote(row, new Date()),
    merchant: row.merchant,
    buyerId: row.buyer_id,
    words: row.words,
    request: fromOwnJson<Quote['request']>(row.request),
    answer: fromOwnJson<Quote['answer']>(row.answer),
    compared: row.compared === null ? null : fromOwnJson<Quote['compared']>(row.compared),
    checked:
      row.checked === null || row.checked_at === null ? null : { ...fromOwnJson<CheckedValues>(row.checked), at: row.checked_at },
    person: row.person,
    mine: row.account_id === person.accountId,
    madeAt: row.made_at,
    validUntil: row.valid_until,
    sharedAt: row.shared_at,
    used: used_at === null ? null : { at: used_at, by: used_by, actionId: used_action_id, orderId: taken_order },
  }
}

/** What is kept of asking again. */
export type CheckedValues = Omit<CheckedPrice, 'at'>
