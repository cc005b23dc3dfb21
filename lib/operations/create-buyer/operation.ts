import * as z from 'zod/mini'
import { command } from '../declare/operation'
import { country, email, filled, keyValues, line, locale, uuid } from '../schemas/scalars'
import { entity } from '../schemas/tolerant'

export const createBuyer = command('createBuyer', {
  summary: 'Create a buyer without a subscription',
  method: 'POST',
  path: '/api/v2/buyers',
  right: 'act',
  body: z.strictObject({
    merchantCode: z.optional(filled(64, 'Enter the merchant code')), // the merchant account's own; filled in where it is left out
    email,
    country,
    zip: z.nullish(line(32)),
    state: z.nullish(line(64)),
    locale: z.optional(locale),
    buyerMeta: z.optional(keyValues),
  }),
  answer: entity(z.object({ id: uuid })),
  stale: ['findBuyerByEmail'],
  repeat: 'makes',
  target: 'email',
  headers: [],
  success: 201,
})
