import type { BillingInfo, Buyer, ChargeMethod, Order, Subscription } from '../records'
import { fixedFingerprint } from './fixed-id'

/** An invented person; the address lies in a documentation range. */
export type Person = {
  firstName: string
  lastName: string
  country: string
  ipAddress: string
  city: string
  zip?: string
  locale?: string
}

export const billingOf = (person: Person): BillingInfo => ({
  firstName: person.firstName,
  lastName: person.lastName,
  ipAddress: person.ipAddress,
  fingerprint: fixedFingerprint(`${person.firstName} ${person.lastName}`),
  personalIdValue: null,
  personalIdType: null,
  country: person.country,
  city: person.city,
  zip: person.zip ?? null,
  state: null,
  street: null,
})

type Possessions = { subscriptions?: Subscription[]; chargeMethods?: ChargeMethod[]; orders?: Order[] }

export const buyerOf = (
  identity: { id: string; email: string; merchantCode?: string },
  person: Person,
  { subscriptions = [], chargeMethods = [], orders = [] }: Possessions,
): Buyer => ({
  id: identity.id,
  merchantCode: identity.merchantCode ?? 'northwind',
  email: identity.email,
  country: person.country,
  zip: person.zip ?? null,
  state: null,
  locale: person.locale ?? null,
  buyerMeta: {},
  subscriptions,
  chargeMethods,
  orders: orders.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)),
})
