import * as z from 'zod/mini'
import { whole } from './scalars'
import { count, entity, flag, list, requiredText, text } from './tolerant'

// Without a token id the service may act on every token (service-facts 2.10, D22), so ours is required.
export const oneToken = z.strictObject({ chargeMethodTokenId: whole(1, 2_147_483_647) })

/** Whether a token can be charged now, as an answer may tell it. */
export const tokenState = entity(z.object({ isEnabled: flag }))

/** One token per provider and mid where the method was used (service-facts 2.4, 3.2); `id` is the chargeMethodTokenId. */
const token = z.object({
  id: count,
  provider: text,
  mid: text,
  isEnabled: flag,
  bin: text,
  email: text,
  chargeId: text,
  createdAt: text,
  updatedAt: text,
  successfullyUsedAt: text,
})

/** A payment method with its tokens. The service's `paymentMethodIdentifier` is a digest here and says nothing to a person. */
export const paymentMethod = z.object({
  id: requiredText,
  value: text,
  paymentMethodType: text,
  tokens: list(token),
})

export type Token = z.output<typeof token>
export type PaymentMethod = z.output<typeof paymentMethod>
