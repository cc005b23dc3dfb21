import 'server-only'
import { masked } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { cardsIn, recordCards } from '@/lib/knowledge/server/cards'
import { type Known as KnownOfBuyer, knownNow, knownVersion } from '@/lib/knowledge/server/facts'
import { recordNewValues, remember } from '@/lib/knowledge/server/remember'
import { type BuyerAddress, buyerAddress } from '@/lib/knowledge/server/signing-buyer'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import type { getChargeHistory } from '@/lib/operations/queries'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { isKeptEarlier, sendQuery } from '@/lib/service/ask'
import { cached } from '@/lib/service/read-answer'

/** An operation that has been let in: who asks, of which merchant account, about whom, with what. */
export type Call<O extends Operation = Operation> = {
  operation: O
  person: Person
  merchant: Merchant
  params: Record<string, string>
  search?: Record<string, unknown> | undefined
  body?: unknown
  address: BuyerAddress
  headers: Record<string, string>
  /** Asked on a connection of its own, and never answered by what was kept on the way: the answer decides what is done next. */
  fresh?: boolean
  /** Aborts when the person has left; queries only. */
  signal?: AbortSignal
}

export type Known<T> = { answer: T; version: number | null; address: BuyerAddress }

/**
 * Asks the service on behalf of a person and keeps what it says as facts. Unmasked: people are shown what `askFor` gives. Throws a
 * ServiceProblem.
 */
export async function askUnmasked<O extends Operation<'query'>>(call: Call<O>): Promise<Known<AnswerOf<O>>> {
  const { operation, person, merchant, params, search, body, address } = call
  const ahead = await knownBefore(merchant.code, params.buyerId)
  const askedAt = new Date()
  const answer = await sendQuery(operation, sending(call), call.signal)
  recordNewValues(operation, answer)
  const { buyerId } = params
  if (isKeptEarlier(answer)) {
    if (call.fresh) throw problem('unavailable', cached, { code: 'cached_answer' })
    return { answer, version: null, address }
  }
  const about = { operation, merchant: merchant.code, person: person.name, askedAt, params, search, body }
  const version = await beside('not_noted', () => remember(about, answer, { ahead })) // what was read is shown even where it cannot be kept
  if (buyerId === undefined) return { answer, version: null, address }
  if (operation.name === 'getChargeHistory')
    await beside('cards_not_noted', () => recordCards({ merchant: merchant.code, buyerId }, cardsIn(ordersIn(answer))))
  return { answer, version, address }
}

const ordersIn = (answer: unknown) => (answer as AnswerOf<typeof getChargeHistory>).data

/** What is known of the buyer: whatever is learnt after this is newer than the answer. Null where it can't be read. */
async function knownBefore(merchant: string, buyerId: string | undefined): Promise<KnownOfBuyer | null> {
  if (buyerId === undefined) return null
  return database()
    .then((store) => knownNow({ merchant, buyerId }, store))
    .catch(() => null)
}

/** Asks the service on behalf of a person, as people may see it: with what is personal masked. */
export async function askFor<O extends Operation<'query'>>(call: Call<O>): Promise<Known<AnswerOf<O>>> {
  const known = await askUnmasked(call)
  return { ...known, answer: masked(known.answer) }
}

/** A call made by a page or a desk handler, which has no request of its own to take the address from. */
export async function callFor<O extends Operation<'query'>>(
  operation: O,
  given: {
    person: Person
    merchant: Merchant
    params: Record<string, string>
    search?: Record<string, unknown>
    fresh?: boolean
    signal?: AbortSignal
    /** The buyer's address as somebody typed it for what this read is made for. */
    buyerAddress?: string | null | undefined
  },
): Promise<Call<O>> {
  const { buyerAddress: typed = null, ...call } = given
  return { operation, ...call, address: await buyerAddress(call.merchant, call.params.buyerId, typed), headers: {} }
}

/** The parts of a call that make the request to the service. */
export function sending({ merchant, params, search, body, address, headers, fresh }: Call) {
  return {
    merchant,
    serviceUrl: merchant.serviceUrl ?? env().SERVICE_URL,
    params,
    search,
    body,
    buyerIp: address.address,
    headers,
    fresh,
  }
}

/** The path of an order names no buyer, so whoever asks for one gives the buyer here. */
type ForBuyer = { buyerId?: string | null }

/** Headers of every answer about a buyer. */
export async function buyerHeaders(
  { params, merchant, address, buyerId = params.buyerId }: Pick<Call, 'params' | 'merchant' | 'address'> & ForBuyer,
  version?: number | null,
) {
  const known = buyerId == null ? null : (version ?? (await knownVersion(merchant.code, buyerId)))
  return { 'x-buyer-ip-source': address.source, ...(known === null ? {} : { 'x-known-version': String(known) }) }
}
