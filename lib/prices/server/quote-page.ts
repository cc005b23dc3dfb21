import 'server-only'
import { dayIn, formatDay, momentOf } from '@/lib/core/dates'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { knownForPeople } from '@/lib/knowledge/server/known-for-people'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Quote, QuotedSubscription } from '../quote'
import { readQuote } from './quotes'

/** A quote with whose it is, for its page; null where the person finds none. */
export async function quotePage(person: Person, id: string) {
  const quote = await readQuote(person, id).catch(nothingWhereNotTheirs)
  if (quote === null) return null
  const merchant = merchantByCode(quote.merchant)
  const known = await knownForPeople(person, quote.merchant, quote.buyerId)
  const who = (await whoAre(await database(), quote.merchant, [quote.buyerId]))(quote.buyerId)
  const name = [known.billing?.firstName, known.billing?.lastName].filter(Boolean).join(' ')
  return {
    quote,
    context: {
      merchant: merchantForPeople(merchant),
      buyer: { id: quote.buyerId, email: known.email, country: known.country },
    },
    buyerTitle: who.title,
    customer: { name: name || null, email: known.email },
    subscription: subscriptionIn(quote, known, merchant.timeZone),
  }
}

/** The subscription that the offer acts on, as far as it is stored. */
function subscriptionIn(
  { request }: Quote,
  { subscriptions, stamps }: Awaited<ReturnType<typeof knownForPeople>>,
  zone: string,
): QuotedSubscription | null {
  const ids = (request.bundles[0]?.products ?? []).flatMap((line) => ('subscriptionId' in line ? [line.subscriptionId] : []))
  const found = subscriptions.find(({ id }) => id === ids[0])
  if (!found) return null
  const { product, endDate, autoChargeStatus } = found
  const end = momentOf(endDate)
  const stamp = stamps[`subscription:${found.id}`]?.autoChargeStatus
  const name = product?.name ?? product?.code ?? `subscription …${found.id.slice(-4)}`
  const ends = end === null ? null : dayIn(end, zone)
  return {
    words: ends === null ? name : `${name}, ends ${formatDay(ends)}`,
    ends,
    autocharge: autoChargeStatus === null || !stamp ? null : { isOn: autoChargeStatus, at: stamp.at },
  }
}

function nothingWhereNotTheirs(cause: unknown): Quote | null {
  if (cause instanceof ServiceProblem && (cause.problem.kind === 'notFound' || cause.problem.kind === 'forbidden')) return null
  throw cause
}
