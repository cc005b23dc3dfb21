import 'server-only'
import * as z from 'zod/mini'
import { askFor, callFor } from '@/lib/calls/call'
import { invalid, ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { findBuyerByEmail } from '@/lib/operations/queries'
import { currency, day, line } from '@/lib/operations/schemas/scalars'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { recordEmailSearched } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { checked, readJson } from '@/lib/platform/request'
import { hasRead } from '@/lib/service/account-state'
import { opensAtOnce, readingOf, type SearchAnswer, type SearchHit } from '../search-reading'
import { cluesIn, readings } from '../statement-clues'
import { findCharges } from './find-charges'
import { findHere } from './find-here'
import { hitOfCharge, named } from './hits'
import { recordSearch } from './record-search'

const body = z.strictObject({
  q: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter something to search for'), z.maxLength(10_000, 'Use 10,000 characters or fewer')),
  /** `here`: what the dashboard knows, at once; `service`: what the service says; left out: both. */
  where: z.optional(z.enum(['here', 'service'], 'Use here or service, or leave it out for both')),
})

export type SearchContext = { person: Person; merchant: Merchant; signal?: AbortSignal; where?: 'here' | 'service' | undefined }

/** `POST /api/desk/search`: the text travels in the body, so that no e-mail stands in an address or a log. */
export async function search(request: Request, person: Person): Promise<SearchAnswer> {
  const { q, where } = checked(body, await readJson(request))
  return find(q, { person, merchant: merchantFor(request, person), signal: request.signal, where })
}

/**
 * Finds buyers for a typed text, in the directory and, by exact e-mail, at the service. A buyer id that nobody has opened yet is a hit,
 * too: it opens directly.
 */
export async function find(q: string, about: SearchContext): Promise<SearchAnswer> {
  const { person, merchant, where } = about
  const { as: readAs, text } = readingOf(q) ?? { as: 'other' as const, text: q }
  await recordSearch(person, merchant.code, readAs, text)
  const store = await database()
  const here = where === 'service' ? [] : await findHere(store, merchant.code, readAs, text)
  if (readAs === 'email' && where !== 'here') return withService(text, here, about)
  if (readAs === 'buyerId' && here.length === 0) return { readAs, hits: [opens(text)], say: null }
  return { readAs, hits: here, say: here.length > 0 ? null : `No matches in Counterfoil. ${await wayOn(about)}` }
}

const opens = (buyerId: string): SearchHit => ({
  buyerId,
  reason: 'Buyer id. Opens directly.',
  match: 'exact',
  title: null,
  country: null,
  charge: null,
})

/** What can be searched, and how what is not known here is found. */
async function wayOn({ merchant }: SearchContext): Promise<string> {
  const known = await knownHere(await database(), merchant)
  const byEmail = hasRead(merchant, findBuyerByEmail)
  return `${known} ${byEmail ? 'For other buyers, enter the exact e-mail address' : 'To open another buyer, enter the buyer id'}.`
}

/** How many buyers of a merchant account can be found here, as a sentence. */
async function knownHere(store: Database, { code, name }: { code: string; name: string }): Promise<string> {
  const row = await store.selectFrom('directory_counts').select('buyers').where('merchant', '=', code).executeTakeFirst()
  const buyers = row?.buyers ?? 0
  if (buyers === 0) return `Counterfoil has no buyers for ${name} yet. Buyers are added when they’re opened or imported.`
  const counted = `${new Intl.NumberFormat('en').format(buyers)} ${buyers === 1 ? 'buyer is' : 'buyers are'} in Counterfoil`
  return `${counted}. Only buyers opened or imported are included.`
}

/** The service knows best who has an e-mail today; where it cannot be asked, what is known here still counts, and is said to be that. */
async function withService(email: string, here: SearchHit[], about: SearchContext): Promise<SearchAnswer> {
  const { merchant } = about
  const only = (say: string): SearchAnswer => ({ readAs: 'email', hits: here, say })
  const off = async () => {
    // The account is always searched here alone, so an exact hit is as good as any.
    if (opensAtOnce({ readAs: 'email', hits: here, say: null })) return { readAs: 'email' as const, hits: here, say: null }
    return only(
      here.length > 0
        ? `${merchant.name} can’t search by e-mail. Showing only buyers already in Counterfoil.`
        : `${merchant.name} can’t search by e-mail. Enter the buyer id. ${await knownHere(await database(), merchant)}`,
    )
  }
  if (!hasRead(merchant, findBuyerByEmail)) return off()
  await recordEmailSearched(about.person, merchant.code, email)
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
          ? 'The service has no buyer with exactly this e-mail address. Showing only buyers already in Counterfoil.'
          : `No buyer on ${merchant.name} has exactly this e-mail address. ${await knownHere(await database(), merchant)}`,
      )
    if (here.length > 0)
      return only(`We couldn’t search the service (${cause.problem.title}). Showing only buyers already in Counterfoil.`)
    throw cause
  }
}

const statementBody = z.strictObject({
  line: z.optional(z.string().check(z.maxLength(10_000, 'Use 10,000 characters or fewer'))),
  descriptor: z.optional(line(200)),
  amount: z.optional(z.string().check(z.trim(), z.regex(/^\d[\d .,’']{0,30}$/, 'Enter an amount such as 162.00'))),
  currency: z.optional(currency),
  date: z.optional(day),
  lastFour: z.optional(z.string().check(z.trim(), z.regex(/^\d{4}$/, 'Enter four digits'))),
  name: z.optional(line(200)),
})

const longestLine = 500

/** `POST /api/desk/statement`: what charge is this? A statement's line, or any of what it tells; the answer ranks charges with reasons. */
export async function statement(request: Request, person: Person): Promise<SearchAnswer> {
  const given = checked(statementBody, await readJson(request))
  const merchant = merchantFor(request, person)
  const read = cluesIn((given.line ?? '').slice(0, longestLine))
  const typed = given.amount === undefined ? [] : readings(given.amount)
  const clues = {
    amounts: [...typed.map((amount) => ({ amount, currency: given.currency ?? null })), ...read.amounts],
    days: [...(given.date === undefined ? [] : [given.date]), ...read.days],
    lastFours: [...(given.lastFour === undefined ? [] : [given.lastFour]), ...read.lastFours],
    words: [read.words, given.descriptor ?? ''].filter(Boolean).join(' '),
  }
  const says = [clues.amounts, clues.lastFours].some((each) => each.length > 0) || clues.words !== '' || given.name
  if (!says)
    throw invalid([
      {
        field: 'line',
        title: 'Enter the statement line, or at least a descriptor, amount, last four digits or name. A date alone isn’t enough.',
      },
    ])
  await recordSearch(person, merchant.code, 'statement', Object.values(given).join(' '))
  const store = await database()
  const found = await findCharges(store, merchant.code, clues, given.name)
  const say = `No matching charge in Counterfoil. ${await knownHere(store, merchant)} Try again without the detail you’re least sure of.`
  const hits = await named(store, merchant.code, found.map(hitOfCharge))
  return { readAs: 'statement', hits, say: hits.length > 0 ? null : say }
}
