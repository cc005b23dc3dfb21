import 'server-only'
import * as z from 'zod/mini'
import { findBuyerByEmail } from '@/lib/operations'
import { ServiceProblem } from '@/lib/problem'
import { readingOf, readingWords, type SearchAnswer } from '@/lib/search-reading'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { askFor, callFor } from '../call'
import type { Merchant } from '../merchants'
import { hasRead } from '../service/extra-reads'

const body = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(1, 'Type what to search for'), z.maxLength(10_000, 'At most 10 000 characters')),
})

/** `POST /api/desk/search`: the text travels in the body, so that no e-mail stands in an address or a log. */
export async function search(request: Request, person: Person): Promise<SearchAnswer> {
  const { q } = checked(body, await readJson(request))
  return find(q, { person, merchant: merchantFor(request, person), left: request.signal })
}

/** Finds buyers for a typed text. The service itself is searched by exact e-mail only; a buyer id needs no search. */
export async function find(q: string, about: { person: Person; merchant: Merchant; left?: AbortSignal }): Promise<SearchAnswer> {
  const reading = readingOf(q)
  const readAs = reading?.as ?? 'other'
  if (reading?.as === 'buyerId')
    return { readAs, hits: [{ buyerId: reading.text, reason: 'Buyer id, opens directly' }], say: null }
  if (reading?.as === 'email') return findByEmail(reading.text, about)
  return {
    readAs,
    hits: [],
    say: `The service cannot be searched by ${readingWords[readAs]}. Give the buyer’s e-mail or their id.`,
  }
}

async function findByEmail(
  email: string,
  about: { person: Person; merchant: Merchant; left?: AbortSignal },
): Promise<SearchAnswer> {
  const none = (say: string): SearchAnswer => ({ readAs: 'email', hits: [], say })
  if (!hasRead(about.merchant, findBuyerByEmail))
    return none(`${about.merchant.name} cannot be searched by e-mail. Give the buyer’s id.`)
  try {
    const { answer } = await askFor(await callFor(findBuyerByEmail, { ...about, params: { email } }))
    return { readAs: 'email', hits: [{ buyerId: answer.data.buyerId, reason: 'E-mail, exact' }], say: null }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem) || cause.problem.kind !== 'notFound') throw cause
    if (cause.problem.code === 'read_off')
      return none(`${about.merchant.name} cannot be searched by e-mail. Give the buyer’s id.`)
    return none(`No buyer of ${about.merchant.name} has exactly this e-mail.`)
  }
}
