import 'server-only'
import * as z from 'zod/mini'
import { dayIn, dayMs, wholeDay } from '@/lib/core/dates'
import { invalid, problem } from '@/lib/core/problem'
import { bundleRequest, priceRequest } from '@/lib/operations/schemas/price-request'
import { currency, filled, uuid } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { checked, keptLine, readJson, searchIn } from '@/lib/platform/request'
import { listedStates, maxCompared, maxWords, type Quote, type QuoteAgain, type QuotesPiece } from '../quote'
import { checkQuote } from './check-quote'
import { quotesPiece } from './list-quotes'
import { change, freeze, readQuote } from './quotes'

const maxDays = 90

// What turns the direction of writing around would make a name, and a price in it, read as another.
const words = filled(maxWords, 'Enter a description of the offer').check(
  z.refine((text) => !/\p{Bidi_Control}/u.test(text), 'Remove control characters'),
)

const comparison = z.strictObject({
  options: z
    .array(z.extend(bundleRequest, { words }))
    .check(z.maxLength(maxCompared.options, `Compare ${maxCompared.options} options or fewer`)),
  currencies: z
    .array(z.union([z.literal(''), currency]))
    .check(z.maxLength(maxCompared.currencies, `Compare ${maxCompared.currencies} currencies or fewer`)),
})

const offer = z.strictObject({
  buyerId: uuid,
  words,
  request: priceRequest,
  compared: z._default(comparison, { options: [], currencies: [] }),
  validUntil: z.iso.datetime({ offset: true, error: 'Send an ISO 8601 time' }),
})

type OfQuote = { quoteId: string }

/** `POST /api/desk/quotes`: freezes the price of one bundle. */
export async function postQuote(request: Request, person: Person): Promise<Quote | Response> {
  const merchant = merchantFor(request, person)
  const given = checked(offer, await readJson(request))
  if (given.request.bundles.length !== 1) throw invalid([{ field: 'request.bundles', title: 'Send one bundle' }])
  await recordBuyerShown(person, merchant.code, given.buyerId)
  const address = request.headers.get('x-buyer-ip')
  return answerOnce<string, Quote>(
    askedIn(request, person, { what: 'postQuote', merchant: merchant.code, content: { given, address } }),
    (claim) => freeze(person, { ...given, merchant, validUntil: lastMoment(given.validUntil, merchant), address }, claim),
    (quoteId) => readQuote(person, quoteId),
  )
}

/** The end of the day on which it lapses: an offer names only the day, so the whole of it has to count. */
function lastMoment(moment: string, { timeZone }: Merchant): string {
  const left = Date.parse(moment) - Date.now()
  if (left > 0 && left <= maxDays * dayMs) return wholeDay(dayIn(Date.parse(moment), timeZone), timeZone).until
  throw invalid([{ field: 'validUntil', title: `Choose a time within the next ${maxDays} days` }])
}

/** `GET /api/desk/quotes/{quoteId}` */
export const getQuote = async (_: Request, person: Person, params: OfQuote): Promise<Quote> => readQuote(person, secretIn(params))

const listing = z.strictObject({
  state: z.optional(z.enum(listedStates)),
  find: z.optional(keptLine(100)),
  cursor: z.optional(
    z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[\w-]{43}$/, 'Send the cursor as it came')),
  ),
})

/** `GET /api/desk/quotes?state=&find=&cursor=` */
export async function listQuotes(request: Request, person: Person): Promise<QuotesPiece> {
  const { state = null, find = '', cursor = null } = checked(listing, searchIn(request))
  return quotesPiece(person, merchantFor(request, person), { state, find: find.trim(), cursor })
}

/** `POST /api/desk/quotes/{quoteId}/check`: what the service says of it now. */
export const postCheck = async (request: Request, person: Person, params: OfQuote): Promise<QuoteAgain> =>
  checkQuote(person, secretIn(params), request.signal)

/** `POST /api/desk/quotes/{quoteId}/share` and `…/withdraw` */
const changes = (what: 'share' | 'withdraw') =>
  async function changeQuote(request: Request, person: Person, params: OfQuote): Promise<Quote | Response> {
    const id = secretIn(params)
    return answerOnce(
      askedIn(request, person, { what: `${what}Quote`, content: { id } }),
      (claim) => change(person, id, what, claim),
      () => readQuote(person, id),
    )
  }

export const shareQuote = changes('share')
export const withdrawQuote = changes('withdraw')

function secretIn({ quoteId }: OfQuote): string {
  if (!/^[\w-]{43}$/.test(quoteId)) throw problem('notFound', 'We couldn’t find that quote.')
  return quoteId
}
