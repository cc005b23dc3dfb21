import 'server-only'
import * as z from 'zod/mini'
import { priceRequest } from '@/lib/operations/schemas/price-request'
import { filled, uuid } from '@/lib/operations/schemas/scalars'
import { invalid, problem } from '@/lib/problem'
import type { Quote } from '@/lib/quote'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { freeze, noteUse, readQuote, share } from '../prices/quotes'

const mostDays = 90
const dayMs = 86_400_000

const offer = z.strictObject({
  buyerId: uuid,
  words: filled(200, 'Say what the offer is'),
  request: priceRequest,
  validUntil: z.iso.datetime({ offset: true, error: 'Give a moment as ISO 8601' }),
})

type OfQuote = { quoteId: string }

/** `POST /api/desk/quotes`: freezes the price of one bundle. */
export async function postQuote(request: Request, person: Person): Promise<Quote> {
  const merchant = merchantFor(request, person)
  const given = checked(offer, await readJson(request))
  if (given.request.bundles.length !== 1) throw invalid([{ field: 'request.bundles', title: 'Give one bundle' }])
  const left = Date.parse(given.validUntil) - Date.now()
  if (left <= 0 || left > mostDays * dayMs)
    throw invalid([{ field: 'validUntil', title: `Give a moment within the next ${mostDays} days` }])
  return freeze(person, {
    ...given,
    merchant,
    validUntil: new Date(given.validUntil).toISOString(),
    address: request.headers.get('x-buyer-ip'),
  })
}

/** `GET /api/desk/quotes/{quoteId}` */
export const getQuote = async (_: Request, person: Person, params: OfQuote): Promise<Quote> => readQuote(person, secretIn(params))

/** `POST /api/desk/quotes/{quoteId}/share` */
export const shareQuote = async (_: Request, person: Person, params: OfQuote): Promise<Quote> => share(person, secretIn(params))

/** `POST /api/desk/quotes/{quoteId}/use` with the id of the action that was made of it. */
export async function noteQuoteUse(request: Request, person: Person, params: OfQuote): Promise<Quote> {
  const { actionId } = checked(z.strictObject({ actionId: uuid }), await readJson(request))
  return noteUse(person, secretIn(params), actionId)
}

function secretIn({ quoteId }: OfQuote): string {
  if (!/^[\w-]{43}$/.test(quoteId)) throw problem('notFound', 'There is no such quote.')
  return quoteId
}
