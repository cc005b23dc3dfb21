import * as z from 'zod/mini'
import { query } from '../declare/operation'
import { tax } from '../schemas/price-result'
import { couponCode } from '../schemas/scalars'
import { count, decimal, entity, flag, list, maybe, nothing, priceSteps, requiredText, text } from '../schemas/tolerant'

const amount = z.object({
  origin: decimal,
  amountForDowngrade: decimal,
  ...priceSteps,
})

/** Products a subscription can be moved down to (service-facts 3.5). `id` is the productId that a downgrade sends. */
const downgradeTargets = z.object({
  currency: text,
  tax,
  products: list(
    z.object({
      id: requiredText,
      code: text,
      name: text,
      durationDays: count,
      durationMonths: count,
      isTrial: flag,
      prices: maybe(z.object({ amount: maybe(amount), monthlyAmount: maybe(amount) })),
    }),
  ),
})

export const listDowngradeTargets = query('listDowngradeTargets', {
  summary: 'List downgrade options for a subscription',
  method: 'GET',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/downgrade',
  right: 'read',
  search: z.strictObject({
    isMobile: z.optional(z.enum(['true', 'false'], 'Send true or false')),
    couponCode: z.optional(couponCode),
  }),
  body: nothing,
  answer: entity(downgradeTargets),
  extra: true,
})
