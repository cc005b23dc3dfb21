import 'server-only'
import { ServiceProblem } from '@/lib/core/problem'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Quote } from '../quote'
import { priceBuyer } from './pricing-context'
import { readQuote } from './quotes'

/** A quote with whose it is, for its page; null where the person finds none. */
export async function quotePage(person: Person, id: string) {
  const quote = await readQuote(person, id).catch(nothingWhereNotTheirs)
  if (quote === null) return null
  const merchant = merchantByCode(quote.merchant)
  const { email, country } = await priceBuyer(merchant, quote.buyerId)
  return { quote, context: { merchant: merchantForPeople(merchant), buyer: { id: quote.buyerId, email, country } } }
}

function nothingWhereNotTheirs(cause: unknown): Quote | null {
  if (cause instanceof ServiceProblem && (cause.problem.kind === 'notFound' || cause.problem.kind === 'forbidden')) return null
  throw cause
}
