import 'server-only'
import { askFor, callFor } from '@/lib/calls/call'
import { answerAbout } from '@/lib/charges/answer'
import type { Statement } from '@/lib/charges/answer-parts'
import { askedOf, factsFrom, isReadable, type OrderFacts, productTitle, shownAmount } from '@/lib/charges/order-facts'
import { outcomeLine } from '@/lib/charges/outcome'
import { ordersPage } from '@/lib/charges/server/orders-page'
import { eachOrder, readOrders } from '@/lib/charges/server/read-orders'
import { whatHappened } from '@/lib/charges/what-happened'
import { dayIn, serviceTime } from '@/lib/core/dates'
import { invalid, problem } from '@/lib/core/problem'
import { getOneClickPrices } from '@/lib/operations/queries'
import type { Order, OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import { plainOrder } from '../plain-order'
import type { Calling, CallRecord } from './call-tool'
import { clipped, marked, roomFor } from './shown'

/** Notes of a call whom it is about, and counts that the person's machine looks at them as if the person did. */
export async function lookAt({ machine, merchant }: Calling, buyerId: string, about: CallRecord): Promise<void> {
  about.buyerId = buyerId
  await recordBuyerShown(machine.person, merchant.code, buyerId)
}

const maxOrders = 40

/** A piece of the charge history. A cursor is a page of ours and how many of its orders were given before. */
export async function chargeHistory(
  calling: Calling,
  given: { buyerId: string; after?: string },
  about: CallRecord,
): Promise<object> {
  await lookAt(calling, given.buyerId, about)
  const { machine, merchant, signal } = calling
  const [, page = '', skipped = '0'] = /^(.*?)(?:\+(\d{1,4}))?$/.exec(given.after ?? 'newest') ?? []
  const cursor = page === 'newest' ? null : page
  const { orders, total, next } = await ordersPage({ person: machine.person, merchant, buyerId: given.buyerId }, cursor, signal)
  const from = Number(skipped)
  if (from > orders.length) throw invalid([{ field: 'after', title: 'Pass `next` of an earlier answer' }])
  const rest = orders.slice(from)
  const rows = rest.slice(0, maxOrders).map(rowOf)
  const count = roomFor(rows)
  return {
    orders: rows.slice(0, count),
    total,
    next: count < rest.length ? `${page}+${from + count}` : next,
    asOf: new Date().toISOString(),
    source: 'read from the service for this',
  }
}

function rowOf(order: OrderOrUnreadable): object {
  const plain = isReadable(order) ? plainOrder(order) : null
  if (!isReadable(order) || plain === null) return { outcome: 'We couldn’t read this order.' }
  const facts = factsFrom(plain.order)
  const { received, amount, currency } = shownAmount(facts)
  const amountRequested = askedOf(facts)
  return {
    orderId: plain.order.orderId,
    day: serviceTime(plain.order.createdAt)?.day ?? null,
    untrustedProduct: clipped(order.products.map((product) => productTitle(product) ?? '–').join(', ')),
    asked: { amount: amountRequested.amount, currency: amountRequested.currency },
    received: received ? { amount, currency } : null,
    outcome: outcomeLine(facts),
  }
}

/** What happened with one order. The service has no read of one, so its history is walked from the newest until it comes. */
export async function explainCharge(
  calling: Calling,
  given: { buyerId: string; orderId: string },
  about: CallRecord,
): Promise<object> {
  await lookAt(calling, given.buyerId, about)
  const { machine, merchant, signal } = calling
  const whose = { person: machine.person, merchant, buyerId: given.buyerId }
  const orders: Order[] = []
  let found: Order | null = null
  for await (const order of eachOrder(readOrders(whose, { order: 'newest-first', noted: true, signal }))) {
    if (!isReadable(order)) continue
    if (found === null) orders.push(order)
    if (order.orderId === given.orderId) found = order
    if (found) break
  }
  const plain = found && plainOrder(found)
  if (!found || !plain)
    throw problem('notFound', 'The service has no such order of this buyer. Check both ids.', { code: 'no_such_order' })
  const history = orders.flatMap((order) => plainOrder(order)?.order ?? [])
  const today = dayIn(Date.now(), merchant.timeZone)
  const known = { state: 'read' as const, orders: history, total: null, complete: false }
  const answer = answerAbout(plain.order.orderId, known, { today, unconfirmed: null })
  const facts = factsFrom(plain.order)
  const statements = [answer?.headline, answer?.also, { says: whatHappened(facts), proof: null }, answer?.flag]
  return {
    orderId: plain.order.orderId,
    day: serviceTime(plain.order.createdAt)?.day ?? null,
    statements: statements.flatMap((statement) => (statement ? [statementOf(statement, facts)] : [])),
    attempts: attemptsOf(facts, found),
    untrustedNames: Object.fromEntries(Object.entries(plain.named).map(([name, text]) => [name, clipped(text)])),
    asOf: new Date().toISOString(),
    source: 'read from the service for this',
  }
}

const statementOf = ({ says, proof }: Statement, { order }: OrderFacts) => ({
  says,
  restsOn: proof ?? { orderId: order.orderId, chargeIds: order.charges.map(({ chargeId }) => chargeId) },
})

function attemptsOf({ attempts }: OrderFacts, found: Order): object[] {
  return attempts.map(({ charge, family }) => {
    const as = found.charges.find(({ chargeId }) => chargeId === charge.chargeId)
    return {
      chargeId: charge.chargeId,
      at: charge.createdAt,
      amount: charge.amount,
      currency: charge.currency,
      came: { received: 'received', lost: 'took nothing', open: 'still open', other: 'not counted' }[family],
      provider: charge.provider,
      untrustedStatus: clipped(as?.status ?? ''),
      untrustedDescriptor: clipped(as?.descriptor ?? ''),
    }
  })
}

/** Prices as operation 9 gives them: its own schema, its own answer. */
export async function readPrices(
  calling: Calling,
  given: { buyerId: string; body: unknown },
  about: CallRecord,
): Promise<object> {
  await lookAt(calling, given.buyerId, about)
  const { machine, merchant, signal } = calling
  const call = await callFor(getOneClickPrices, { person: machine.person, merchant, params: { buyerId: given.buyerId }, signal })
  const { answer } = await askFor({ ...call, body: given.body })
  return { prices: marked(answer.data), asOf: new Date().toISOString(), source: 'read from the service for this' }
}
