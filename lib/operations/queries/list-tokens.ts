import * as z from 'zod/mini'
import { query } from '../declare/operation'
import { paymentMethod } from '../schemas/tokens'
import { collection, nothing } from '../schemas/tolerant'

export const listTokens = query('listTokens', {
  summary: 'List the payment methods of a buyer with their tokens',
  method: 'GET',
  path: '/api/v3/buyers/{buyerId}/tokens',
  right: 'read',
  body: nothing,
  answer: collection(z.array(paymentMethod)),
  extra: true,
})
