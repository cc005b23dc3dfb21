import { describeDecline } from '@/lib/charges/decline-words'
import { methodKind } from '@/lib/charges/payment-method-words'
import { familyOf } from '@/lib/charges/status'
import { serviceTime } from '@/lib/core/dates'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'

/** An order whose words are ours alone, and what the service called things in it, by the names that stand for them. */
export type PlainOrder = { order: Order; named: Record<string, string> }

const isAmount = (text: string) => /^-?\d{1,18}(\.\d{1,18})?$/.test(text)
const plainId = (text: string) => (/^[A-Za-z0-9-]{1,64}$/.test(text) ? text : null)
const plainTime = (text: string | null) => (text !== null && text.length <= 40 && serviceTime(text) ? text : null)
const plainCurrency = (text: string | null) => (text !== null && /^[A-Z]{3}$/.test(text) ? text : null)

/**
 * The order as it may be told in sentences to a machine: products, providers, and statuses and codes that we don't know have names of ours,
 * such as `product 1`, so that no text from outside gets into a sentence. Null where its ids or amounts aren't what they should be.
 */
export function plainOrder(order: Order): PlainOrder | null {
  const orderId = plainId(order.orderId)
  const isValid = order.charges.every(({ amount, chargeId }) => isAmount(amount) && plainId(chargeId) !== null)
  if (orderId === null || !isValid) return null
  const names = new Names()
  const { createdAt, currency, products, charges } = order
  return {
    order: {
      ...order,
      orderId,
      createdAt: plainTime(createdAt),
      currency: plainCurrency(currency),
      metaData: {},
      products: products.map((product) => ({
        ...product,
        name: names.of('product', product.name ?? product.code),
        code: null,
      })),
      charges: charges.map((charge) => plainCharge(charge, names)),
    },
    named: names.given,
  }
}

/** One name for the same text, counted by kind. */
class Names {
  readonly given: Record<string, string> = {}
  private readonly counts = new Map<string, number>()

  of(kind: string, text: string): string
  of(kind: string, text: string | null): string | null
  of(kind: string, text: string | null): string | null {
    if (text === null) return null
    const known = Object.entries(this.given).find(([name, given]) => given === text && name.startsWith(kind))
    if (known) return known[0]
    const count = (this.counts.get(kind) ?? 0) + 1
    this.counts.set(kind, count)
    this.given[`${kind} ${count}`] = text
    return `${kind} ${count}`
  }
}

function plainCharge(charge: Charge, names: Names): Charge {
  const { status, code, provider, paymentMethod, currency, createdAt, target } = charge
  const isKnownCode = code === null || !describeDecline(charge).startsWith('code ')
  const type = paymentMethod?.type ?? null
  return {
    ...charge,
    status: familyOf(status) === 'other' ? names.of('status', status) : status,
    code: isKnownCode ? code : names.of('code', code),
    provider: names.of('provider', provider),
    currency: plainCurrency(currency),
    createdAt: plainTime(createdAt),
    target: target === 'cascade' || target === 'original' ? target : null,
    mid: null,
    descriptor: null,
    providerTransaction: null,
    billingInfo: null,
    paymentMethod: type !== null && methodKind(type) !== 'other' ? { type, data: null } : null,
  }
}
