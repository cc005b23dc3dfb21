import 'server-only'
import { createHash } from 'node:crypto'
import type { Learnt } from '@/lib/operations/declare/command-rules'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import { type Fact, factsOfThing, subscriptionFacts } from '@/lib/operations/effects/facts'
import type {
  findBuyerByEmail,
  getChargeHistory,
  getOneClickPrices,
  listDowngradeTargets,
  listSubscriptions,
  listTokens,
} from '@/lib/operations/queries'
import type { QueryName } from '@/lib/operations/query-keys'
import type { Order, OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { normalAddress } from './signing-buyer'

/** The parts of a request that decide which facts its answer holds. */
export type Exchange = {
  operation: Operation
  params?: Record<string, string> | undefined
  search?: Record<string, unknown> | undefined
  body?: unknown
}

/** What a read says of a buyer: the one in its path, or the one that was found. */
export function extractFacts(exchange: Exchange, answer: unknown): Learnt {
  const { operation, params } = exchange
  const found = operation.name === 'findBuyerByEmail' ? (answer as AnswerOf<typeof findBuyerByEmail>).data.buyerId : null
  const facts = Object.hasOwn(factExtractors, operation.name) ? factExtractors[operation.name as QueryName](answer, exchange) : []
  return { buyerId: params?.buyerId ?? found, facts }
}

const factExtractors: Record<QueryName, (answer: unknown, exchange: Exchange) => Fact[]> = {
  findBuyerByEmail: (_, { params }) => factsOfThing('buyer', { email: params?.email }),
  getOneClickPrices: (answer) => {
    const { data } = answer as AnswerOf<typeof getOneClickPrices>
    return data.currency === null ? [] : factsOfThing('buyer', { priceCurrency: data.currency })
  },
  listDowngradeTargets: (answer, { params }) => {
    const { data } = answer as AnswerOf<typeof listDowngradeTargets>
    const downgradeTargets = data.products.map(({ id, code, name }) => ({ id, code, name }))
    return factsOfThing(`subscription:${params?.subscriptionId}`, { downgradeTargets })
  },
  getChargeHistory: (answer, { search }) => {
    const { data, meta } = answer as AnswerOf<typeof getChargeHistory>
    const total =
      search?.orderIds === undefined && meta.total !== null ? [{ entity: 'buyer', field: 'orders', value: meta.total }] : []
    const enough = search?.orderIds === undefined && data.length >= Math.min(digestedOrders, meta.total ?? data.length)
    return [
      ...total,
      ...(enough ? newestOrders(data) : []),
      ...newestBilling(data.filter((order): order is Order => !('unreadable' in order))),
    ]
  },
  listTokens: (answer) => {
    const { data } = answer as AnswerOf<typeof listTokens>
    const tokens = data.flatMap((method) =>
      method.tokens.map((token) => ({ ...token, method: method.id, type: method.paymentMethodType, value: method.value })),
    )
    const email = tokens
      .filter((token) => token.email)
      .toSorted(byCreation)
      .at(-1)?.email
    const paymentMethods = data.map(({ tokens: own, ...method }) => ({ ...method, tokens: own.flatMap(({ id }) => id ?? []) }))
    return [
      ...factsOfThing('buyer', { paymentMethods }),
      ...(email ? [{ entity: 'buyer', field: 'email', value: email }] : []),
      ...tokens.flatMap(({ id, ...token }) => (id === null ? [] : factsOfThing(`token:${id}`, token))),
    ]
  },
  listSubscriptions: (answer, { search = {} }) => {
    const { data, meta } = answer as AnswerOf<typeof listSubscriptions>
    const whole = { subscriptions: meta.total ?? data.length, listedSubscriptions: data.map(({ id }) => id) }
    return [...(Object.keys(search).length === 0 ? factsOfThing('buyer', whole) : []), ...data.flatMap(subscriptionFacts)]
  },
}

/** The service tells no e-mail of a buyer: the last stored token carries the newest. */
const byCreation = (a: { createdAt: string | null }, b: { createdAt: string | null }) =>
  (a.createdAt ?? '').localeCompare(b.createdAt ?? '')

/** Address and country of the newest attempt that carries an address. */
function newestBilling(orders: Order[]): Fact[] {
  const attempts = orders
    .flatMap(({ charges }) => charges)
    .filter(({ billingInfo }) => normalAddress(billingInfo?.ipAddress ?? '') !== null)
  const newest = attempts.toSorted((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? '')).at(-1)
  if (!newest?.billingInfo) return []
  const { ipAddress, country } = newest.billingInfo
  return [
    { entity: 'address', field: 'newest', value: { address: normalAddress(ipAddress ?? ''), seenAt: newest.createdAt } },
    ...(country ? [{ entity: 'buyer', field: 'country', value: country.toUpperCase() }] : []),
    { entity: 'buyer', field: 'billing', value: { ...newest.billingInfo, seenAt: newest.createdAt } },
  ]
}

const digestedOrders = 25

/** A digest of the newest orders. A page of old ones changes nothing: it mustn't make a preview or a request for approval out of date. */
function newestOrders(orders: OrderOrUnreadable[]): Fact[] {
  const timeOf = (order: OrderOrUnreadable) => ('unreadable' in order ? '' : (order.createdAt ?? ''))
  const newest = orders.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b))).slice(-digestedOrders)
  const digest = createHash('sha256').update(JSON.stringify(newest)).digest('base64')
  return [{ entity: 'answer', field: 'newestOrders', value: { digest, seenAt: newest.map(timeOf).at(-1) ?? '' } }]
}
