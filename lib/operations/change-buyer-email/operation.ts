import * as z from 'zod/mini'
import { command } from '../declare/operation'
import { email } from '../schemas/scalars'
import { entity, nothing, text } from '../schemas/tolerant'

export const changeBuyerEmail = command('changeBuyerEmail', {
  summary: 'Change a buyer’s e-mail address',
  method: 'PATCH',
  path: '/api/v2/buyers/{buyerId}',
  right: 'act',
  body: z.strictObject({ email }),
  answer: nothing,
  mayTell: entity(z.object({ email: text })),
  sets: (body) => body,
  stale: ['findBuyerByEmail', 'listTokens'],
  repeat: 'ambiguous',
  target: 'buyer',
  headers: [],
})
