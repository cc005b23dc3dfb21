import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { masked } from '@/lib/masking'
import type { getChargeHistory } from '@/lib/operations'
import type { AnswerOf, Operation } from '@/lib/operations/operation'
import type { Person } from './auth/sessions'
import { database } from './database/open'
import { env } from './env'
import { cardsIn, noteCards } from './knowledge/cards'
import { type Known as KnownOfBuyer, knownNow, knownVersion } from './knowledge/facts'
import { noteNewValues } from './knowledge/new-values'
import { remember } from './knowledge/remember'
import { log } from './log'
import type { Merchant } from './merchants'
import { ask } from './service/ask'
import { type BuyerAddress, buyerAddress } from './service/buyer-address'

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
  /** Aborts when the person has left; queries only. */
  left?: AbortSignal
}

export type Known<T> = { answer: T; version: number | null; address: BuyerAddress }

/** A query on behalf of a person, unmasked: asked, its mark left. Throws a ServiceProblem. Only `askFor` may show it to people. */
export async function askUnmasked<O extends Operation<'query'>>(call: Call<O>): Promise<Known<AnswerOf<O>>> {
  const { operation, person, merchant, params, search, body, address } = call
  const [answer, ahead] = await Promise.all([ask(operation, sending(call), call.left), readAhead(merchant.code, params.buyerId)])
  noteNewValues(operation, answer)
  const about = { operation, merchant: merchant.code, person: person.name, params, search, body }
  const notNoted = (cause: unknown) => {
    log.error({ err: cause }, 'not_noted') // what was read is shown even where it cannot be kept
    return null
  }
  const version = await remember(about, answer, { ahead }).catch(notNoted)
  const { buyerId } = params
  if (buyerId === undefined) return { answer, version: null, address }
  if (operation.name === 'getChargeHistory')
    await noteCards({ merchant: merchant.code, buyerId }, cardsIn(ordersIn(answer))).catch(notNoted)
  return { answer, version, address }
}

const ordersIn = (answer: unknown) => (answer as AnswerOf<typeof getChargeHistory>).data

/** What is known of the buyer, read once the request is on its way. Where it cannot be read now, that is told when it is needed. */
async function readAhead(merchant: string, buyerId: string | undefined): Promise<KnownOfBuyer | null> {
  if (buyerId === undefined) return null
  await setImmediate()
  return database()
    .then((store) => knownNow({ merchant, buyerId }, store))
    .catch(() => null)
}

/** A query on behalf of a person, with what is personal masked. */
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
    left?: AbortSignal
  },
): Promise<Call<O>> {
  return { operation, ...given, address: await buyerAddress(given.merchant, given.params.buyerId, null), headers: {} }
}

/** What goes to the transport. */
export function sending({ merchant, params, search, body, address, headers }: Call) {
  return {
    merchant,
    serviceUrl: merchant.serviceUrl ?? env().SERVICE_URL,
    params,
    search,
    body,
    buyerIp: address.address,
    headers,
  }
}

/** Headers of every answer about a buyer. */
export async function buyerHeaders(
  { params, merchant, address }: Pick<Call, 'params' | 'merchant' | 'address'>,
  version?: number | null,
) {
  const known = params.buyerId === undefined ? null : (version ?? (await knownVersion(merchant.code, params.buyerId)))
  return { 'x-buyer-ip-source': address.source, ...(known === null ? {} : { 'x-known-version': String(known) }) }
}
