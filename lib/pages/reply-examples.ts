import { totalOf } from '@/lib/charges/money-words'
import { factsOf, type OrderFacts, productTitle } from '@/lib/charges/order-facts'
import { methodToTell } from '@/lib/charges/payment-method-words'
import type { ReplyFacts, ReplyKey, ReplyVariable } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'
import type { Subscription } from '@/lib/operations/schemas/subscription'

/** What is known of a buyer that a reply could be about. */
export type KnownForReply = { orders: readonly Order[]; subscriptions: readonly Subscription[] }

/** What a sentence is tried with, and which of its variables hold an example because nothing of the buyer's fits. */
export type ReplyExample = { facts: ReplyFacts; examples: ReplyVariable[] }

const made: Required<ReplyFacts> = {
  amount: { amount: '42.84', currency: 'EUR' },
  total: { amount: '45.84', currency: 'EUR' },
  count: 2,
  payments: [
    { amount: { amount: '42.84', currency: 'EUR' }, day: '2026-03-04' },
    { amount: { amount: '3.00', currency: 'EUR' }, day: '2026-03-04' },
  ],
  day: '2026-03-04',
  until: '2027-01-05',
  product: 'Northwind Plus',
  descriptor: 'nw-bill.example',
  method: 'visa ••0119',
  reference: 'RF-20417',
}

/** The facts to show a sentence with: the buyer's own where they have any that fit, else made-up ones. */
export function replyExample(key: ReplyKey, known: KnownForReply | null): ReplyExample {
  const own: ReplyFacts = known ? factsIn(key, known) : {}
  const examples = replyVariables[key].filter((name) => name !== 'agent' && own[name] == null)
  return { facts: { ...made, ...withoutGaps(own) }, examples }
}

const withoutGaps = (facts: ReplyFacts): ReplyFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null))

const ofLost = /^(declined|notCompleted|renewalFailed|because)/
const ofOpen = /Open$|^(reserved|started|processing|deferred|checking)/

function factsIn(key: ReplyKey, { orders, subscriptions }: KnownForReply): ReplyFacts {
  const all = orders.map(factsOf)
  const family = ofLost.test(key) ? 'lost' : ofOpen.test(key) ? 'open' : 'received'
  const order = all.find(({ charges }) => charges[family].length > 0)
  const charge = order?.charges[family][0]
  const end = subscriptions.find(({ endDate }) => endDate !== null)
  return {
    ...(order && charge && factsOfCharge(order, charge)),
    ...severalIn(all),
    until: end?.endDate ?? null,
    ...(key === 'kept' || key === 'ended' || key === 'renewsNoMore' ? { product: productOf(end ?? subscriptions[0]) } : {}),
  }
}

function factsOfCharge({ order }: OrderFacts, charge: Charge): ReplyFacts {
  return {
    amount: { amount: charge.amount, currency: currencyOf(charge, order) },
    day: charge.createdAt,
    product: order.products.flatMap((product) => productTitle(product) ?? []).join(', ') || null,
    descriptor: charge.descriptor,
    method: methodToTell(charge.paymentMethod),
  }
}

/** An order that was paid more than once. */
function severalIn(all: readonly OrderFacts[]): ReplyFacts {
  const several = all.find(({ charges }) => charges.received.length > 1)
  if (!several) return {}
  const { order, charges } = several
  const payments = charges.received.map((charge) => ({
    amount: { amount: charge.amount, currency: currencyOf(charge, order) },
    day: charge.createdAt,
  }))
  const total = totalOf(order, charges.received)
  return { payments, count: payments.length, ...(total && { total }) }
}

const productOf = (subscription: Subscription | undefined) => subscription?.product?.name ?? subscription?.product?.code ?? null
