import { formatAmount, type Money, sum } from '@/lib/core/money'
import { currencyOf } from '../operations/effects/facts'
import type { Charge, Order } from '../operations/schemas/charge-history'

/** `162.00 BRL`; without a currency the bare amount. */
export function formatMoney(amount: string, currency: string | null): string {
  return `${formatAmount(amount)} ${currency ?? ''}`.trim()
}

/** A charge's amount with its currency. */
export const chargeMoney = (charge: Charge, order: Order) => formatMoney(charge.amount, currencyOf(charge, order))

/** The sum of charges of one order, or null where they are in more than one currency: those are never added. */
export function totalOf(order: Order, charges: readonly Charge[]): Money | null {
  const [currency, ...more] = new Set(charges.map((charge) => currencyOf(charge, order)))
  return currency === undefined || more.length > 0 ? null : { amount: sum(charges.map(({ amount }) => amount)), currency }
}
