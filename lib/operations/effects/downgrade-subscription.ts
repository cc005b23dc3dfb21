import type { downgradeSubscription as operation } from '../index'
import type { BodyOf } from '../operation'
import { isObject } from '../schemas/tolerant'
import { type CommandEffects, noWayBack, undated } from './command-effects'
import { statusWarnings, subscriptionIn } from './known-subscription'
import { becomes, factIn, mayChange, stays } from './rows'

/** service-interface, Subscription downgrade. That it charges nothing is our reading: its event carries no charge (service-facts 4). */
export const downgradeSubscription: CommandEffects<BodyOf<typeof operation>> = {
  foresee({ body: { productId } }, situation) {
    const { known, now, zone, products } = situation
    const target = products?.find(({ id }) => id === productId)
    const { ended, autocharge } = subscriptionIn(known, now, zone)
    const product = factIn(known, 'product')
    const same = isObject(product) && productId !== undefined && product.id === productId
    const row = becomes(situation, 'product', target ?? productId, productId)
    return {
      // service-facts 5.2: product, price and end date may change.
      rows: [
        same ? { ...row, changes: false } : row,
        mayChange(situation, 'endDate'),
        stays(situation, 'autoChargeStatus'),
        stays(situation, 'status'),
      ],
      later: ended
        ? []
        : [
            undated('Nothing is charged or refunded for it, as far as the documents tell.'),
            undated('Whether the lower product holds at once or from the next term is not documented.'),
            ...(autocharge === false
              ? []
              : [undated('A later autocharge takes the price of the lower product. The amount is not known here.')]),
          ],
      warnings: [
        ...statusWarnings(known, zone),
        ...(same ? ['The subscription has this product already, as far as is known.'] : []),
        ...(products && productId !== undefined && !target
          ? ['The service does not list this product as one to move down to.']
          : []),
        'Sent twice it may be refused, or move the subscription twice.',
      ],
    }
  },

  wayBack: () => noWayBack('A subscription cannot be moved up again from here. The buyer can upgrade in the shop.'),
}
