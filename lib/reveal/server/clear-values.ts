import 'server-only'
import { emailInHistory, knownOfBuyer } from '@/lib/charges/known-of-buyer'
import type { BuyerOf } from '@/lib/charges/server/order-source'
import { eachOrder, readOrders } from '@/lib/charges/server/read-orders'
import { knownThings } from '@/lib/knowledge/server/known-things'
import type { Known } from '@/lib/operations/effects/effect'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'
import type { Revealable } from '../reveal'

type Values = Partial<Record<Revealable, string>>
type Billing = NonNullable<Charge['billingInfo']>
type Things = Awaited<ReturnType<typeof knownThings>>

/** How far back a history is read for what the facts do not hold. */
const newestOrders = 25

/** Values of a buyer in clear: from the facts, and where they lack one, from the newest orders as the service tells them now. */
export async function clearValues(whose: BuyerOf, fields: readonly Revealable[], signal?: AbortSignal): Promise<Values> {
  const stored = fromFacts(await knownThings(whose.merchant.code, whose.buyerId))
  const found = fields.every((name) => stored[name] !== undefined) ? {} : fromOrders(await readNewest(whose, signal))
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = stored[name] ?? found[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function fromFacts(things: Things): Values {
  const buyer = (things.get('buyer') ?? {}) as { email?: Known<string>; billing?: Known<Billing> }
  const cards = [...things].flatMap(([entity, { bin, value }]) =>
    entity.startsWith('token:') ? cardOf(textIn(bin), textIn(value)) : [],
  )
  return present({ ...fromBilling(buyer.billing?.value ?? null), email: buyer.email?.value, card: together(cards) })
}

function fromOrders(orders: readonly Order[]): Values {
  const cards = orders.flatMap(({ charges }) =>
    charges.flatMap(({ paymentMethod }) => cardOf(paymentMethod?.data?.bin ?? null, paymentMethod?.data?.lastFourDigits ?? null)),
  )
  return present({
    ...fromBilling(knownOfBuyer(orders)?.billing ?? null),
    email: emailInHistory(orders) ?? undefined,
    card: together(cards),
  })
}

const fromBilling = (billing: Billing | null) => ({
  name: joined(' ', [billing?.firstName, billing?.lastName]),
  address: joined(', ', [billing?.street, billing?.city, billing?.state, billing?.zip, billing?.country]),
  document: billing?.personalIdValue ? joined(' ', [billing.personalIdType, billing.personalIdValue]) : undefined,
  ipAddress: billing?.ipAddress ?? undefined,
  fingerprint: billing?.fingerprint ?? undefined,
})

/** Never more of a card than its first six or eight digits and its last four. */
function cardOf(bin: string | null, lastFour: string | null): string[] {
  const isBin = bin !== null && /^\d{6,8}$/.test(bin)
  return isBin && /^\d{4}$/.test(lastFour ?? '') ? [`${bin} •• ${lastFour}`] : []
}

async function readNewest(whose: BuyerOf, signal: AbortSignal | undefined): Promise<Order[]> {
  const orders: Order[] = []
  for await (const order of eachOrder(readOrders(whose, { order: 'newest-first', unmasked: true, signal }))) {
    if (!('unreadable' in order)) orders.push(order)
    if (orders.length >= newestOrders) break
  }
  return orders
}

const textIn = (known: Known<unknown> | undefined) => (typeof known?.value === 'string' ? known.value : null)
const together = (values: readonly string[]) => joined(', ', [...new Set(values)])
const joined = (by: string, words: readonly (string | null | undefined)[]) => words.filter(Boolean).join(by) || undefined
const present = (values: Record<string, string | undefined>): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
