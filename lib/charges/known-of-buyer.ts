import { serviceTime } from '@/lib/core/dates'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { factsOf } from './order-facts'

/** What charge history says of the person, from the newest attempt that carries billing data (service-facts 2.2). Values as given: masked by the server. */
export type KnownOfBuyer = { billing: NonNullable<Charge['billingInfo']>; day: string | null }

export function knownOfBuyer(orders: readonly Order[]): KnownOfBuyer | null {
  for (const order of orders) {
    const charge = factsOf(order).attempts.findLast((rung) => rung.charge.billingInfo !== null)?.charge
    if (charge?.billingInfo) return { billing: charge.billingInfo, day: serviceTime(charge.createdAt)?.day ?? null }
  }
  return null
}

/** The country the buyer was billed in last, in capitals, or null. */
export const countryInHistory = (orders: readonly Order[]): string | null =>
  knownOfBuyer(orders)?.billing.country?.toUpperCase() ?? null

/** The newest e-mail a payment method carried, as given, or null. */
export function emailInHistory(orders: readonly Order[]): string | null {
  for (const { charges } of orders) {
    const email = charges.find(({ paymentMethod }) => paymentMethod?.data?.email)?.paymentMethod?.data?.email
    if (email) return email
  }
  return null
}

/** What the buyer is called by these orders, newest first: the e-mail of a payment method, else the name that was billed; as given, or null. */
export function titleInHistory(orders: readonly Order[]): string | null {
  const { firstName, lastName } = knownOfBuyer(orders)?.billing ?? {}
  return emailInHistory(orders) ?? ([firstName, lastName].filter(Boolean).join(' ') || null)
}
