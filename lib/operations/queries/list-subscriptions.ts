import * as z from 'zod/mini'
import { query } from '../declare/operation'
import { pageOfList, several, uuid } from '../schemas/scalars'
import { subscription } from '../schemas/subscription'
import { collection, nothing } from '../schemas/tolerant'

export const listSubscriptions = query('listSubscriptions', {
  summary: 'List the subscriptions of a buyer',
  method: 'GET',
  path: '/api/v2/buyers/{buyerId}/subscriptions',
  right: 'read',
  search: z.strictObject({ ...pageOfList, ids: several(uuid) }),
  body: nothing,
  answer: collection(z.array(subscription)),
  extra: true,
})
