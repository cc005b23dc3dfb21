import 'server-only'
import * as z from 'zod/mini'
import { problem } from '@/lib/core/problem'
import { filled } from '@/lib/operations/schemas/scalars'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { requireUnshared } from '@/lib/people/server/screen-share'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import { type Revealable, type Revealed, revealables, revealSeconds, revealWord } from '../reveal'
import { clearValues } from './clear-values'
import { recordReveal } from './record-reveal'

const oneOf = `List each value once. Available: ${revealables.join(', ')}`
const revealBody = z.strictObject({
  fields: z.array(z.enum(revealables as [Revealable, ...Revealable[]], oneOf), oneOf).check(
    z.minLength(1, 'Choose at least one value'),
    z.refine((fields) => new Set(fields).size === fields.length, oneOf),
  ),
  reason: filled(255, 'Enter a reason'),
  ticket: z.optional(z.nullable(keptLine(64))),
})

/**
 * `POST /api/desk/buyers/{buyerId}/reveal`: personal values in clear, for a reason, after the journal has it. Throws `forbidden` while the
 * screen is shared and for a card where the role may not see it, `notFound` where nothing that was asked for is known; neither counts.
 */
export async function reveal(request: Request, person: Person, params: { buyerId: string }): Promise<Revealed> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person)
  const { fields, reason, ticket } = checked(revealBody, await readJson(request))
  requireUnshared(request, 'values can’t be revealed')
  if (fields.includes('card')) requireRight(person, 'revealCard')
  const values = await clearValues({ person, merchant, buyerId }, fields, request.signal)
  const found = fields.filter((field) => values[field] !== undefined)
  if (found.length === 0) {
    const words = fields.map(revealWord).join(', ')
    throw problem('notFound', `We don’t know this buyer’s ${words}.`, { code: 'not_known' })
  }
  await recordReveal({ person, merchant: merchant.code, buyerId, ticket: ticket || null, reason, fields: found })
  return { values, seconds: revealSeconds }
}
