import 'server-only'
import { dayIn, formatDay } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { ServiceProblem } from '@/lib/core/problem'
import { may, needsRole } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { recentBuyers } from '@/lib/knowledge/server/recent-buyers'
import { createInitialOrder as operation } from '@/lib/operations/create-initial-order/operation'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import type { NewOrderContext } from '../new-order-context'
import { noLinkBecause } from '../offer'
import { orderOf } from '../order-values'
import type { Quote } from '../quote'
import { totalOf } from '../term-price'
import { priceBuyer } from './pricing-context'
import { readQuote } from './quotes'

type NewOrderInput = { buyerId: string | null; quoteId: string | null }

/** What a new order starts with: the quote it is made of, the buyer it is for, the return address of the last order made here. */
export async function newOrderContext(
  person: Person,
  chosen: Merchant,
  { buyerId, quoteId }: NewOrderInput,
): Promise<NewOrderContext> {
  const found = quoteId === null ? null : await quoteIfAny(person, quoteId)
  // What a quote offers is sold by its own merchant account, whichever is chosen in the bar.
  const merchant = found ? merchantByCode(found.merchant) : chosen
  const unusable = quoteId === null ? null : unusableBecause(found, merchant.timeZone)
  const quote = unusable === null ? found : null
  const wanted = found?.buyerId ?? buyerId
  const recent = await recentBuyers(person, merchant.code)
  const known = wanted === null ? null : await priceBuyer(merchant, wanted)
  const buyers = [
    ...(known ? [{ ...known, buyerId: known.id }] : []),
    ...recent.filter((each) => each.buyerId !== wanted),
  ].flatMap(({ buyerId: id, email, country }) => (email === null ? [] : [{ buyerId: id, email, country }]))
  const [bundle] = quote?.request.bundles ?? []
  return {
    merchant: merchantForPeople(merchant),
    products: merchant.products.map(({ code, name }) => ({ code, name })),
    buyers,
    hosts: env().RETURN_URL_HOSTS,
    start: {
      returnUrl: await usualReturnUrl(merchant.code),
      ...(known?.email ? { buyerId: known.id } : {}),
      ...(bundle ? orderOf(bundle.products, quote?.answer.currency ?? '') : {}),
      ...(quote ? { isMobile: quote.request.isMobile } : {}),
    },
    quote: quote && {
      id: quote.id,
      buyerId: quote.buyerId,
      country: known?.country ?? null,
      words: quote.words,
      total: quote.answer.bundles[0] ? totalOf(quote.answer.bundles[0]) : null,
      currency: quote.answer.currency,
    },
    unusable,
    mayAct: may(person.role, 'act') ? null : needsRole('act'),
  }
}

/** Why no link can be made of a quote any more, or never could; null where one can. */
function unusableBecause(quote: Quote | null, zone: string): string | null {
  if (quote === null) return 'We couldn’t find that quote, so nothing was taken from it.'
  const named = `The quote “${quote.words}”`
  if (quote.state === 'lapsed') {
    return `${named} lapsed on ${formatDay(dayIn(Date.parse(quote.validUntil), zone))}. Price it again before you sell it.`
  }
  if (quote.state === 'withdrawn') return `${named} was withdrawn. Price it again before you sell it.`
  if (quote.state === 'used') return `${named} was already used. Another link would sell it a second time.`
  return noLinkBecause(quote)
}

async function quoteIfAny(person: Person, id: string): Promise<Quote | null> {
  try {
    return await readQuote(person, id)
  } catch (cause) {
    if (cause instanceof ServiceProblem) return null
    throw cause
  }
}

/** Orders of one account mostly return to one place: that of the last one that was made. */
async function usualReturnUrl(merchant: string): Promise<string> {
  const store = await database()
  const last = await store
    .selectFrom('actions')
    .select('request')
    .where('merchant', '=', merchant)
    .where('operation', '=', operation.name)
    .where('state', '=', 'done')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [host] = env().RETURN_URL_HOSTS
  if (!last) return host === undefined ? '' : `https://${host}/`
  return fromOwnJson<{ body: { returnUrl?: string } }>(last.request).body.returnUrl ?? ''
}
