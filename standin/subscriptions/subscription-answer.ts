import { productById } from '../catalogue/products'
import { entity, type Habits } from '../operations/operation'
import type { Buyer, Subscription } from '../records'

/** The look-alike key has the Cyrillic letter U+0421 where the usual one has a Latin C (D34). */
const lookAlikeKey = 'auto\u0421hargeStatus'

/** The subscription as endpoints 5, 6 and 7 return it: without product and isTokenized (service-interface, Subscription). */
export function subscriptionEntity(buyerId: string | undefined, subscription: Subscription, habits: Habits) {
  if (!habits.otherSpellings) return entity({ ...common(subscription), buyerId })
  const { autoChargeStatus, ...rest } = common(subscription)
  return { data: { ...rest, [lookAlikeKey]: autoChargeStatus }, meta: [] }
}

/** The subscription as the list returns it (service-facts 3.3). */
export function subscriptionListed(buyer: Buyer, subscription: Subscription) {
  const product = productById(buyer.merchantCode, subscription.productId)
  return {
    ...common(subscription),
    buyerId: buyer.id,
    isTokenized: hasEnabledToken(buyer, subscription),
    product: product && {
      id: product.id,
      code: product.code,
      name: product.name,
      durationDays: product.durationDays,
      durationWeeks: product.durationWeeks,
      durationMonths: product.durationMonths,
      isTrial: false,
      availableForPurchase: true,
      availableForShop: product.availableForShop,
      availableForControlPanel: true,
      availableForAutocharge: true,
    },
  }
}

/** Whether a charge of this subscription would find a token that is switched on. */
export const hasEnabledToken = (buyer: Buyer, subscription: Subscription): boolean =>
  buyer.chargeMethods.some(
    (method) => method.id === subscription.chargeMethodId && method.tokens.some((token) => token.isEnabled),
  )

/** What is kept for the stand-in's own use does not leave it. */
const common = ({ productId: _, chargeMethodId: __, currency: ___, ...shown }: Subscription) => shown
