import { command } from '../declare/operation'
import { autochargeRequest } from '../schemas/autocharge-request'
import { subscription } from '../schemas/subscription'
import { entity } from '../schemas/tolerant'

export const changeAutochargeStatus = command('changeAutochargeStatus', {
  summary: 'Turn autocharge on or off for a subscription',
  method: 'POST',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/change_autocharge_status',
  right: 'act',
  body: autochargeRequest,
  answer: entity(subscription),
  sets: ({ autochargeStatus }) => ({ autoChargeStatus: autochargeStatus }),
  stale: ['listSubscriptions', 'getOneClickPrices'],
  repeat: 'sets',
  target: 'subscription',
  headers: [],
})
