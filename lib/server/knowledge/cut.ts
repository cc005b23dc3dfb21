import 'server-only'
import { createHash } from 'node:crypto'
import type {
  changeAutochargeStatus,
  createBuyer,
  disableToken,
  findBuyerByEmail,
  getChargeHistory,
  getOneClickPrices,
  listDowngradeTargets,
  listSubscriptions,
  listTokens,
} from '@/lib/operations'
import type { AnswerOf, BodyOf, Operation } from '@/lib/operations/operation'
import type { Order, OrderOrGap } from '@/lib/operations/schemas/charge-history'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { normalAddress } from '../service/normal-address'
import type { Fact } from './facts'

/** What was asked, as far as the facts of its answer depend on it. */
export type Passed = {
  operation: Operation
  params?: Record<string, string> | undefined
  search?: Record<string, unknown> | undefined
  body?: unknown
}

/** The buyer an answer is about: the one in the path, or the one that was made or found. Null where it names none. */
export function buyerOf({ operation, params }: Passed, answer: unknown): string | null {
  if (params?.buyerId !== undefined) return params.buyerId
  if (operation.name === 'createBuyer') return (answer as AnswerOf<typeof createBuyer>).data.id
  if (operation.name === 'findBuyerByEmail') return (answer as AnswerOf<typeof findBuyerByEmail>).data.buyerId
  return null
}

/** The facts of an answer about a buyer: of a read what it says, of a command what it answered or, where it answers nothing, what it did. */
export function cut(passed: Passed, answer: unknown): Fact[] {
  return cutters[passed.operation.name]?.(answer, passed) ?? []
}

// A payment link (createInitialOrder) is opened for no buyer the service names, so its answer is a fact of none.
const cutters: Record<string, (answer: unknown, passed: Passed) => Fact[]> = {
  createBuyer: (_, { body }) => {
    const { email, country, locale } = body as BodyOf<typeof createBuyer>
    return fields('buyer', { email, country, ...(locale === undefined ? {} : { locale }) })
  },
  findBuyerByEmail: (_, { params }) => fields('buyer', { email: params?.email }),
  getOneClickPrices: (answer) => {
    const { data } = answer as AnswerOf<typeof getOneClickPrices>
    return data.currency === null ? [] : fields('buyer', { priceCurrency: data.currency })
  },
  listDowngradeTargets: (answer, { params }) => {
    const { data } = answer as AnswerOf<typeof listDowngradeTargets>
    const downgradeTargets = data.products.map(({ id, code, name }) => ({ id, code, name }))
    return fields(`subscription:${params?.subscriptionId}`, { downgradeTargets })
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
      ...fields('buyer', { paymentMethods }),
      ...(email ? [{ entity: 'buyer', field: 'email', value: email }] : []),
      ...tokens.flatMap(({ id, ...token }) => (id === null ? [] : fields(`token:${id}`, token))),
    ]
  },
  listSubscriptions: (answer, { search = {} }) => {
    const { data, meta } = answer as AnswerOf<typeof listSubscriptions>
    const whole = { subscriptions: meta.total ?? data.length, listedSubscriptions: data.map(({ id }) => id) }
    return [...(Object.keys(search).length === 0 ? fields('buyer', whole) : []), ...data.flatMap(subscriptionFacts)]
  },
  changeAutochargeStatus: (answer) => subscriptionFacts((answer as AnswerOf<typeof changeAutochargeStatus>).data),
  changeExpirationDate: (answer) => subscriptionFacts((answer as AnswerOf<typeof changeAutochargeStatus>).data),
  downgradeSubscription: (answer) => subscriptionFacts((answer as AnswerOf<typeof changeAutochargeStatus>).data),
  changeBuyerEmail: (_, { body }) => fields('buyer', body as Record<string, unknown>),
  disableToken: (_, { body }) => tokenSwitched(body, false),
  enableToken: (_, { body }) => tokenSwitched(body, true),
}

/** The service tells no e-mail of a buyer: the last stored token carries the newest. */
const byCreation = (a: { createdAt: string | null }, b: { createdAt: string | null }) =>
  (a.createdAt ?? '').localeCompare(b.createdAt ?? '')

const fields = (entity: string, thing: Record<string, unknown>): Fact[] =>
  Object.entries(thing).map(([field, value]) => ({ entity, field, value }))

const tokenSwitched = (body: unknown, isEnabled: boolean): Fact[] =>
  fields(`token:${(body as BodyOf<typeof disableToken>).chargeMethodTokenId}`, { isEnabled })

/** What only the list tells (service-facts 3.3) is not forgotten because a command's answer leaves it out. */
function subscriptionFacts({ id, product, isTokenized, ...rest }: Subscription): Fact[] {
  const told = { ...rest, ...(product === null ? {} : { product }), ...(isTokenized === null ? {} : { isTokenized }) }
  return fields(`subscription:${id}`, told)
}

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

/** The newest orders as a digest: that a page of old ones is read teaches nothing new, and must not void what somebody is about to do. */
function newestOrders(orders: OrderOrGap[]): Fact[] {
  const timeOf = (order: OrderOrGap) => ('unreadable' in order ? '' : (order.createdAt ?? ''))
  const newest = orders.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b))).slice(-digestedOrders)
  const digest = createHash('sha256').update(JSON.stringify(newest)).digest('base64')
  return [{ entity: 'answer', field: 'newestOrders', value: { digest, seenAt: newest.map(timeOf).at(-1) ?? '' } }]
}
