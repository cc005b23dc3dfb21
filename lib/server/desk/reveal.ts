import 'server-only'
import * as z from 'zod/mini'
import { filled, line } from '@/lib/operations/schemas/scalars'
import { problem } from '@/lib/problem'
import { type Revealable, type Revealed, revealables, revealSeconds, revealWord } from '@/lib/reveal'
import { checked, merchantFor, readJson } from '../admission'
import { requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { clearValues } from '../reveal/clear-values'
import { noteReveal } from '../reveal/note-reveal'
import { requireUnshared } from '../screen-share/require-unshared'
import { idIn } from './id-in'

const oneOf = `Give each once, out of ${revealables.join(', ')}`
const asked = z.strictObject({
  fields: z.array(z.enum(revealables as [Revealable, ...Revealable[]], oneOf), oneOf).check(
    z.minLength(1, 'Choose at least one value'),
    z.refine((fields) => new Set(fields).size === fields.length, oneOf),
  ),
  reason: filled(255, 'Say why'),
  ticket: z.optional(z.nullable(line(64))),
})

/**
 * `POST /api/desk/buyers/{buyerId}/reveal`: personal values in clear, for a reason, after the journal has it. Throws `forbidden` while the
 * screen is shared and for a card where the role may not see it, `notFound` where nothing that was asked for is known; neither counts.
 */
export async function reveal(request: Request, person: Person, params: { buyerId: string }): Promise<Revealed> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person)
  const { fields, reason, ticket } = checked(asked, await readJson(request))
  requireUnshared(request, 'nothing is revealed')
  if (fields.includes('card')) requireRight(person, 'revealCard')
  const values = await clearValues({ person, merchant, buyerId, left: request.signal }, fields)
  const found = fields.filter((field) => values[field] !== undefined)
  if (found.length === 0) {
    const words = fields.map(revealWord).join(', ')
    throw problem('notFound', `Of this buyer no ${words} is known.`, { code: 'not_known' })
  }
  await noteReveal({ person, merchant: merchant.code, buyerId, ticket: ticket || null, reason, fields: found })
  return { values, seconds: revealSeconds }
}
