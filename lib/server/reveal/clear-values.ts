import 'server-only'
import { emailInHistory, knownOfBuyer } from '@/lib/charges/known-of-buyer'
import type { Known } from '@/lib/operations/effects/effect'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'
import type { Revealable } from '@/lib/reveal'
import { everyOrder, readingBegun } from '../charges/every-order'
import type { About } from '../charges/newest-first'
import { knownThings } from '../journal/known-things'

type Values = Partial<Record<Revealable, string>>
type Billing = NonNullable<Charge['billingInfo']>
type Things = Awaited<ReturnType<typeof knownThings>>

/** How far back a history is read for what the facts do not hold. */
const newestOrders = 25

/** Values of a buyer in clear: from the facts, and where they lack one, from the newest orders as the service tells them now. */
export async function clearValues(about: About, wanted: readonly Revealable[]): Promise<Values> {
  const stored = fromFacts(await knownThings(about.merchant.code, about.buyerId))
  const found = wanted.every((name) => stored[name] !== undefined) ? {} : fromOrders(await readNewest(about))
  return Object.fromEntries(
    wanted.flatMap((name) => {
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
  return told({ ...fromBilling(buyer.billing?.value ?? null), email: buyer.email?.value, card: together(cards) })
}

function fromOrders(orders: readonly Order[]): Values {
  const cards = orders.flatMap(({ charges }) =>
    charges.flatMap(({ paymentMethod }) => cardOf(paymentMethod?.data?.bin ?? null, paymentMethod?.data?.lastFourDigits ?? null)),
  )
  return told({
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

async function readNewest(about: About): Promise<Order[]> {
  const orders: Order[] = []
  for await (const order of everyOrder(about, 'newest-first', readingBegun(), { unmasked: true })) {
    if (!('unreadable' in order)) orders.push(order)
    if (orders.length >= newestOrders) break
  }
  return orders
}

const textIn = (known: Known<unknown> | undefined) => (typeof known?.value === 'string' ? known.value : null)
const together = (values: readonly string[]) => joined(', ', [...new Set(values)])
const joined = (by: string, words: readonly (string | null | undefined)[]) => words.filter(Boolean).join(by) || undefined
const told = (values: Record<string, string | undefined>): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
