import { isSameId } from '@/lib/core/fold'
import { isObject } from '@/lib/core/json'
import { asGiven, type CommandRules, cannotUndo, never, undated } from '../declare/command-rules'
import { subscriptionFacts } from '../effects/facts'
import { outlookFor, statusWarnings, subscriptionIn } from '../effects/known-subscription'
import { becomes, factIn, mayChange, stays } from '../effects/rows'
import type { downgradeSubscription as operation } from './operation'

/** service-interface, Subscription downgrade. That it charges nothing is our reading: its event carries no charge (service-facts 4). */
export const rules: CommandRules<typeof operation> = {
  predict({ body: { productId } }, situation) {
    const { known, now, zone, products, tokens } = situation
    const target = products?.find(({ id }) => isSameId(id, productId))
    const subscription = subscriptionIn(known, now, zone, tokens)
    const outlook = outlookFor(subscription)
    const product = factIn(known, 'product')
    const same = isObject(product) && isSameId(product.id, productId)
    const row = becomes(situation, 'product', target ?? productId, productId)
    return {
      // service-facts 5.2: product, price and end date may change.
      rows: [
        same ? { ...row, changes: false } : row,
        mayChange(situation, 'endDate'),
        stays(situation, 'autoChargeStatus'),
        stays(situation, 'status'),
      ],
      later: subscription.ended
        ? []
        : [
            undated('The service’s documents mention no charge or refund for a downgrade. Check the charge history afterwards.'),
            undated('The lower plan may start now or at the next term. Don’t promise the customer either.'),
            ...(outlook === 'ends' || outlook === 'fails'
              ? []
              : [undated('A later autocharge uses the price of the lower product, which may have changed by then.')]),
          ],
      warnings: [
        ...statusWarnings(known, zone),
        ...(same ? ['Our latest record shows the subscription is already on this product.'] : []),
        ...(products && productId !== undefined && !target
          ? ['The service doesn’t list this product as a downgrade option.']
          : []),
        'Don’t send this twice. The second may be refused, or downgrade again.',
      ],
    }
  },

  undo: () => cannotUndo('You can’t upgrade a subscription here. The buyer can upgrade in the shop.'),

  refuses: never,
  completes: asGiven,
  mustWait: never,
  neverAgain: never,
  // Answers to commands don't tell the product (service-facts 3.3), and what was known of it is no more.
  learns: ({ data }, { params }) => ({
    buyerId: params.buyerId ?? null,
    facts: [{ entity: `subscription:${data.id}`, field: 'product', value: null }, ...subscriptionFacts(data)],
  }),
  check: 'listSubscriptions',
  heardAs: ['subscription_manual_downgrade'],
  provenBy: ({ action }) => action === 'subscription_manual_downgrade',
}
