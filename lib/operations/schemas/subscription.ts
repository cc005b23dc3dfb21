import * as z from 'zod/mini'
import { count, flag, list, maybe, requiredId, requiredText, text } from './tolerant'

export const subscriptionProduct = z.object({
  id: text,
  code: text,
  name: text,
  durationDays: count,
  durationWeeks: count,
  durationMonths: count,
  isTrial: flag,
  availableForPurchase: flag,
  availableForShop: flag,
  availableForControlPanel: flag,
  availableForAutocharge: flag,
})

/**
 * A subscription as the commands answer it and as the extra read lists it (service-interface, Resources; service-facts 2.3, 3.3).
 * `product` and `isTokenized` come with the list only. Times are ISO 8601 with offset, as given; the status is any word.
 */
export const subscription = z.object({
  id: requiredId,
  buyerId: text, // D36
  startDate: text,
  endDate: text,
  status: requiredText,
  autoChargeStatus: flag,
  isManual: flag,
  isTokenized: flag,
  createdAt: text,
  product: maybe(subscriptionProduct),
  statusInfo: list(z.object({ status: text, reason: text, createdAt: text })),
  freezeDetails: maybe(z.object({ frozenAt: text, unfreezeAt: text })), // D35: absent is null
})

export type Subscription = z.output<typeof subscription>
