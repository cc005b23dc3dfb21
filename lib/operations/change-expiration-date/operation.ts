import * as z from 'zod/mini'
import { command } from '../declare/operation'
import { day, filled } from '../schemas/scalars'
import { subscription } from '../schemas/subscription'
import { entity } from '../schemas/tolerant'

export const changeExpirationDate = command('changeExpirationDate', {
  summary: 'Change a subscription’s end date without taking a payment',
  method: 'POST',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/change_expiration_date',
  right: 'act',
  body: z.strictObject({ expirationDate: day, reason: filled(255, 'Enter a reason') }),
  answer: entity(subscription),
  sets: ({ expirationDate }) => ({ endDate: expirationDate }),
  stale: ['listSubscriptions', 'getChargeHistory'],
  repeat: 'sets', // but for today's date, which renews and so moves money
  target: 'subscription',
  headers: [],
})
