import 'server-only'
import { ServiceProblem } from '@/lib/problem'
import type { Quote } from '@/lib/quote'
import { merchantByCode } from '../admission'
import type { Person } from '../auth/sessions'
import { merchantForPeople } from '../merchant-for-people'
import { priceBuyer } from './price-desk'
import { readQuote } from './quotes'

/** A quote with whose it is, for its page; null where the person finds none. */
export async function quotePage(person: Person, id: string) {
  const quote = await readQuote(person, id).catch(nothingWhereNotTheirs)
  if (quote === null) return null
  const merchant = merchantByCode(quote.merchant)
  const { email, country } = await priceBuyer(merchant, quote.buyerId)
  return { quote, desk: { merchant: merchantForPeople(merchant), buyer: { id: quote.buyerId, email, country } } }
}

function nothingWhereNotTheirs(cause: unknown): Quote | null {
  if (cause instanceof ServiceProblem && (cause.problem.kind === 'notFound' || cause.problem.kind === 'forbidden')) return null
  throw cause
}
