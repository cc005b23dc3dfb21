import * as z from 'zod/mini'
import { query } from '../declare/operation'
import { entity, nothing, requiredId } from '../schemas/tolerant'

export const findBuyerByEmail = query('findBuyerByEmail', {
  summary: 'Find a buyer by exact e-mail address',
  method: 'GET',
  path: '/api/v2/buyers/email/{email}',
  right: 'read',
  body: nothing,
  answer: entity(z.object({ buyerId: requiredId })),
  extra: true,
})
