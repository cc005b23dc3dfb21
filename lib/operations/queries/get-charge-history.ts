import * as z from 'zod/mini'
import { query } from '../declare/operation'
import { readableOrNot, withTimesIn } from '../schemas/charge-history'
import { filled, pageOfList, several } from '../schemas/scalars'
import { collection, nothing } from '../schemas/tolerant'

export const getChargeHistory = query('getChargeHistory', {
  summary: 'List a buyer’s orders with charges and products',
  method: 'GET',
  path: '/api/v3/buyers/{buyerId}/charge/history',
  right: 'read',
  search: z.strictObject({ ...pageOfList, orderIds: several(filled(64, 'Enter an order id')) }),
  body: nothing,
  answer: collection(z.array(readableOrNot)),
  withTimesIn: (answer, zone) => ({ ...answer, data: answer.data.map((order) => withTimesIn(order, zone)) }),
  large: true,
})
