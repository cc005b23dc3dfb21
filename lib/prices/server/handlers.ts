import 'server-only'
import * as z from 'zod/mini'
import { invalid, problem } from '@/lib/core/problem'
import { priceRequest } from '@/lib/operations/schemas/price-request'
import { filled, uuid } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson } from '@/lib/platform/request'
import type { Quote } from '../quote'
import { freeze, readQuote, recordUse, share } from './quotes'

const maxDays = 90
const dayMs = 86_400_000

const offer = z.strictObject({
  buyerId: uuid,
  words: filled(200, 'Enter a description of the offer'),
  request: priceRequest,
  validUntil: z.iso.datetime({ offset: true, error: 'Send an ISO 8601 time' }),
})

type OfQuote = { quoteId: string }

/** `POST /api/desk/quotes`: freezes the price of one bundle. */
export async function postQuote(request: Request, person: Person): Promise<Quote | Response> {
  const merchant = merchantFor(request, person)
  const given = checked(offer, await readJson(request))
  if (given.request.bundles.length !== 1) throw invalid([{ field: 'request.bundles', title: 'Send one bundle' }])
  const address = request.headers.get('x-buyer-ip')
  return answerOnce<string, Quote>(
    askedIn(request, person, { what: 'postQuote', merchant: merchant.code, content: { given, address } }),
    (claim) => freeze(person, { ...given, merchant, validUntil: withinReach(given.validUntil), address }, claim),
    (quoteId) => readQuote(person, quoteId),
  )
}

function withinReach(moment: string): string {
  const left = Date.parse(moment) - Date.now()
  if (left > 0 && left <= maxDays * dayMs) return new Date(moment).toISOString()
  throw invalid([{ field: 'validUntil', title: `Choose a time within the next ${maxDays} days` }])
}

/** `GET /api/desk/quotes/{quoteId}` */
export const getQuote = async (_: Request, person: Person, params: OfQuote): Promise<Quote> => readQuote(person, secretIn(params))

/** `POST /api/desk/quotes/{quoteId}/share` */
export async function shareQuote(request: Request, person: Person, params: OfQuote): Promise<Quote | Response> {
  const id = secretIn(params)
  return answerOnce(
    askedIn(request, person, { what: 'shareQuote', content: { id } }),
    (claim) => share(person, id, claim),
    () => readQuote(person, id),
  )
}

/** `POST /api/desk/quotes/{quoteId}/use` with the id of the action that was made of it. */
export async function recordQuoteUse(request: Request, person: Person, params: OfQuote): Promise<Quote> {
  const { actionId } = checked(z.strictObject({ actionId: uuid }), await readJson(request))
  return recordUse(person, secretIn(params), actionId)
}

function secretIn({ quoteId }: OfQuote): string {
  if (!/^[\w-]{43}$/.test(quoteId)) throw problem('notFound', 'We couldn’t find that quote.')
  return quoteId
}
