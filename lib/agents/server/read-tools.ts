import 'server-only'
import { answerOf } from '@/lib/charges/answer'
import { isReadable } from '@/lib/charges/order-facts'
import { ordersPage } from '@/lib/charges/server/orders-page'
import { dayIn } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import { ServiceProblem } from '@/lib/core/problem'
import type { KnownNow, Stamps } from '@/lib/knowledge/known'
import { knownForPeople } from '@/lib/knowledge/server/known-for-people'
import type { SearchHit } from '@/lib/search/search-reading'
import { findByText } from '@/lib/search/server/find'
import { plainOrder } from '../plain-order'
import { readLists, waitsFor } from './buyer-state'
import type { Calling, CallRecord } from './call-tool'
import { lookAt } from './charge-tools'
import { marked } from './shown'

const maxHits = 10

/**
 * Whom a text may mean. The search is the one that people use: it counts and is written down as theirs. But no part of an e-mail, a name
 * or a card finds anybody, for a machine could ask for one letter more each time.
 */
export async function findBuyer({ machine, merchant, signal }: Calling, { text }: { text: string }): Promise<object> {
  const { readAs, hits, say } = await findByText(text, { person: machine.person, merchant, signal, isWhole: true })
  return { readAs, hits: hits.slice(0, maxHits).map(hitOf), more: Math.max(0, hits.length - maxHits), ...(say && { say }) }
}

function hitOf({ buyerId, reason, match, title, country, charge }: SearchHit): object {
  const about = charge && {
    chargeId: charge.chargeId,
    orderId: charge.orderId,
    day: charge.day,
    seenOn: charge.seenOn,
    asked: { amount: charge.amount, currency: charge.currency },
    status: charge.status,
    descriptor: charge.descriptor,
    ...(charge.isHint && { hint: true }),
  }
  return { buyerId, why: reason, match, who: title, country, ...(about && { charge: marked(about) }) }
}

/** What is known of a buyer. The service is asked for its lists where what is known of them is older than a minute. */
export async function readBuyer(calling: Calling, { buyerId }: { buyerId: string }, about: CallRecord): Promise<object> {
  await lookAt(calling, buyerId, about)
  const { machine, merchant } = calling
  const whose = { person: machine.person, merchant, buyerId }
  const notRead = await readLists(whose, calling.signal)
  const attention = await attentionOf(calling, buyerId)
  const known = await knownForPeople(machine.person, merchant.code, buyerId)
  const { email, country, locale, version, subscriptions, stamps } = known
  return {
    buyerId,
    who: email,
    country,
    language: locale,
    version,
    subscriptions: subscriptions.map(({ id, ...fields }) => ({ id, facts: factsOf(fields, stamps[`subscription:${id}`]) })),
    tokens: tokensOf(known),
    waits: await waitsFor(whose),
    attention,
    notRead,
  }
}

const factNames = ['status', 'autoChargeStatus', 'endDate', 'product', 'isEnabled', 'provider', 'successfullyUsedAt'] as const

/** Each fact with when it was observed, and from what. What was never observed is left out. */
function factsOf(fields: Record<string, unknown>, stamps: Stamps = {}): object[] {
  return factNames.flatMap((field) => {
    const stamp = stamps[field]
    return stamp === undefined
      ? []
      : [
          {
            field,
            ...(marked({ value: plainValue(fields[field]) }) as object),
            at: stamp.at,
            source: stamp.from,
            typed: stamp.typed,
          },
        ]
  })
}

/** Of a product what it's called: the rest is nobody's question. */
function plainValue(value: unknown): unknown {
  if (!isObject(value)) return value ?? null
  const { id, code, name } = value
  return { id, code, name }
}

const tokensOf = ({ methods, looseTokens, stamps }: KnownNow): object[] =>
  [
    ...methods.flatMap(({ tokens, paymentMethodType }) => tokens.map((token) => ({ token, type: paymentMethodType }))),
    ...looseTokens.map((token) => ({ token, type: null })),
  ].map(({ token, type }) => ({
    id: token.id,
    ...(marked({ method: type }) as object),
    facts: factsOf(token, stamps[`token:${token.id}`]),
  }))

/** What not to overlook in the newest orders; the gravest alone, as on the buyer's page. */
async function attentionOf({ machine, merchant, signal }: Calling, buyerId: string): Promise<object | null> {
  try {
    const page = await ordersPage({ person: machine.person, merchant, buyerId }, null, signal)
    const orders = page.orders.filter(isReadable).flatMap((order) => plainOrder(order)?.order ?? [])
    const history = { state: 'read' as const, orders, total: page.total, complete: page.next === null }
    const answer = answerOf(history, { today: dayIn(Date.now(), merchant.timeZone), unconfirmed: null })
    if (!answer) return null
    const { headline, also, flag } = answer
    const restsOn = headline.proof ?? { orders: orders.length, of: page.total }
    return { says: [headline, also, flag].flatMap((statement) => statement?.says ?? []), restsOn }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    return { says: ['The charge history couldn’t be read now.'], restsOn: null }
  }
}
