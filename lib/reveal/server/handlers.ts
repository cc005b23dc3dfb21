import 'server-only'
import * as z from 'zod/mini'
import { problem } from '@/lib/core/problem'
import { filled } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { requireUnshared } from '@/lib/people/server/screen-share'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import { type Revealable, type Revealed, revealables, revealSeconds, revealWord } from '../reveal'
import { clearValues } from './clear-values'
import { recordReveal, type Shown } from './record-reveal'

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
 * screen is shared and for a card where the role may not see it, `notFound` where nothing that was asked for is known; neither counts. A
 * repeat is answered for as long as the values are shown, with what is known then: nobody keeps them for it.
 */
export async function reveal(request: Request, person: Person, params: { buyerId: string }): Promise<Revealed | Response> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person)
  const { fields, reason, ticket } = checked(revealBody, await readJson(request))
  requireUnshared(request, 'values can’t be revealed')
  if (fields.includes('card')) requireRight(person, 'revealCard')
  const content = { buyerId, fields, reason, ticket: ticket || null }
  const valuesOf = (wanted: readonly Revealable[]) => clearValues({ person, merchant, buyerId }, wanted, request.signal)
  let values: Revealed['values'] | null = null
  return answerOnce<Shown, Revealed>(
    askedIn(request, person, { what: 'reveal', merchant: merchant.code, content }),
    async (claim) => {
      values = await valuesOf(fields)
      return recordReveal({ ...content, person, merchant: merchant.code, fields: foundIn(values, fields), claim })
    },
    async ({ fields: found, until }) => ({ values: values ?? (await valuesOf(found)), seconds: secondsTo(until) }),
  )
}

/** Throws `notFound` where none is known. */
function foundIn(values: Revealed['values'], fields: readonly Revealable[]): Revealable[] {
  const found = fields.filter((field) => values[field] !== undefined)
  if (found.length > 0) return found
  throw problem('notFound', `We don’t know this buyer’s ${fields.map(revealWord).join(', ')}.`, { code: 'not_known' })
}

/** How long values are shown yet. Throws `conflict` once that is over: a later look needs a reason and an entry of its own. */
function secondsTo(until: number): number {
  const left = Math.ceil((until - Date.now()) / 1_000)
  if (left > 0) return Math.min(left, revealSeconds)
  throw problem('conflict', 'These values were revealed, and their time is over. Reveal them again.', { code: 'reveal_over' })
}
