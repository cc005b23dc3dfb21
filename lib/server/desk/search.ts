import 'server-only'
import * as z from 'zod/mini'
import { findBuyerByEmail } from '@/lib/operations'
import { ServiceProblem } from '@/lib/problem'
import { readingOf, type SearchAnswer, type SearchHit } from '@/lib/search-reading'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { askFor, callFor } from '../call'
import { database } from '../database/open'
import { findHere } from '../directory/find-here'
import { named } from '../directory/hits'
import { knownHere } from '../directory/known-here'
import { noteSearch } from '../directory/note-search'
import type { Merchant } from '../merchants'
import { hasRead } from '../service/extra-reads'

const body = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(1, 'Type what to search for'), z.maxLength(10_000, 'At most 10 000 characters')),
  /** `here`: what the dashboard knows, at once; `service`: what the service says; left out: both. */
  where: z.optional(z.enum(['here', 'service'], 'Give here or service, or leave it out for both')),
})

export type About = { person: Person; merchant: Merchant; left?: AbortSignal; where?: 'here' | 'service' | undefined }

/** `POST /api/desk/search`: the text travels in the body, so that no e-mail stands in an address or a log. */
export async function search(request: Request, person: Person): Promise<SearchAnswer> {
  const { q, where } = checked(body, await readJson(request))
  return find(q, { person, merchant: merchantFor(request, person), left: request.signal, where })
}

/**
 * Finds buyers for a typed text, in the directory and, by exact e-mail, at the service. A buyer id that nobody has opened yet is a hit,
 * too: it opens directly.
 */
export async function find(q: string, about: About): Promise<SearchAnswer> {
  const { person, merchant, where } = about
  const { as: readAs, text } = readingOf(q) ?? { as: 'other' as const, text: q }
  await noteSearch(person, merchant.code, readAs, text)
  const store = await database()
  const here = where === 'service' ? [] : await findHere(store, merchant.code, readAs, text)
  if (readAs === 'email' && where !== 'here') return withService(text, here, about)
  if (readAs === 'buyerId' && here.length === 0) return { readAs, hits: [opens(text)], say: null }
  return { readAs, hits: here, say: here.length > 0 ? null : `Nothing here fits. ${await wayOn(about)}` }
}

const opens = (buyerId: string): SearchHit => ({
  ...{ buyerId, reason: 'Buyer id, opens directly', match: 'exact' },
  ...{ title: null, country: null, charge: null },
})

/** What can be searched, and how what is not known here is found. */
async function wayOn({ merchant }: About): Promise<string> {
  const known = await knownHere(await database(), merchant)
  const byEmail = hasRead(merchant, findBuyerByEmail)
  return `${known} ${byEmail ? 'The service finds others by their exact e-mail' : 'Others are opened by their buyer id'}.`
}

/** The service knows best who has an e-mail today; where it cannot be asked, what is known here still counts, and is said to be that. */
async function withService(email: string, here: SearchHit[], about: About): Promise<SearchAnswer> {
  const { merchant } = about
  const only = (say: string): SearchAnswer => ({ readAs: 'email', hits: here, say })
  const off = async () =>
    only(
      here.length > 0
        ? `${merchant.name} cannot be searched by e-mail: this is what is known here.`
        : `${merchant.name} cannot be searched by e-mail. Give the buyer’s id. ${await knownHere(await database(), merchant)}`,
    )
  if (!hasRead(merchant, findBuyerByEmail)) return off()
  try {
    const { answer } = await askFor(await callFor(findBuyerByEmail, { ...about, params: { email } }))
    const { buyerId } = answer.data
    const bare = { buyerId, reason: 'E-mail, exact', match: 'exact' as const, charge: null }
    const [first] = await named(await database(), merchant.code, [bare])
    return { readAs: 'email', hits: [...(first ? [first] : []), ...here.filter((hit) => hit.buyerId !== buyerId)], say: null }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    if (cause.problem.code === 'read_off') return off()
    if (cause.problem.kind === 'notFound')
      return only(
        here.length > 0
          ? 'The service has no buyer with exactly this e-mail: this is what is known here.'
          : `No buyer of ${merchant.name} has exactly this e-mail. ${await knownHere(await database(), merchant)}`,
      )
    if (here.length > 0) return only(`The service could not be asked: ${cause.problem.title}. This is what is known here.`)
    throw cause
  }
}
