import * as z from 'zod/mini'
import { command } from '../declare/operation'
import { uuid } from '../schemas/scalars'
import { subscription } from '../schemas/subscription'
import { entity } from '../schemas/tolerant'

export const downgradeSubscription = command('downgradeSubscription', {
  summary: 'Downgrade a subscription to a lower plan',
  method: 'POST',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/downgrade',
  right: 'act',
  body: z.strictObject({ productId: uuid }),
  answer: entity(subscription),
  sets: ({ productId }) => ({ product: productId }),
  stale: ['listSubscriptions', 'listDowngradeTargets', 'getChargeHistory', 'getOneClickPrices'],
  repeat: 'acts',
  target: 'subscription',
  headers: [],
})
