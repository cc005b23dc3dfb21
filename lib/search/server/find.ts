import 'server-only'
import { askFor, callFor } from '@/lib/calls/call'
import { dayIn } from '@/lib/core/dates'
import { type Problem, ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { buyersKnown } from '@/lib/knowledge/server/directory'
import { findBuyerByEmail } from '@/lib/operations/queries'
import { recordEmailSearched } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { hasRead } from '@/lib/service/account-state'
import { type Clue, describeClue } from '../clue'
import type { ReadingContext } from '../message-clues'
import { readingOf } from '../reading-of'
import { opensAtOnce, type SearchAnswer, type SearchHit } from '../search-reading'
import { findByClues } from './find-by-clues'
import { findHere } from './find-here'
import { named } from './hits'
import { recordSearch } from './record-search'

export type SearchContext = {
  person: Person
  merchant: Merchant
  signal?: AbortSignal
  where?: 'here' | 'service' | undefined
  /** For whoever may never see a personal value: nobody is found by a part of one. */
  isWhole?: true
}

const maxDescriptors = 60

/** What a message is read by: the day it is in the account's zone, and the descriptors its charges are known by. */
export async function contextFor({ code, timeZone }: Merchant): Promise<ReadingContext> {
  const rows = await (await database())
    .selectFrom('directory_keys')
    .select('key')
    .where('merchant', '=', code)
    .where('buyer_id', '=', '') // nothing else belongs to no buyer, and the index begins so
    .where('kind', '=', 'descriptor')
    .orderBy('seen_on', 'desc') // and SQLite can't take an index that has all it wants, and read all keys of the account in it
    .limit(maxDescriptors)
    .execute()
  return { today: dayIn(Date.now(), timeZone), descriptors: rows.map(({ key }) => key) }
}

/**
 * Finds buyers for a typed text, in the directory and, by exact e-mail, at the service. A buyer id that nobody has opened yet is a hit,
 * too: it opens directly. A text that reads as a message is searched by what it tells.
 */
export async function findByText(q: string, about: SearchContext): Promise<SearchAnswer> {
  const { person, merchant, where, isWhole } = about
  const reading = readingOf(q, await contextFor(merchant)) ?? { as: 'other' as const, text: q }
  if (reading.as === 'clues') return findClues(reading.clues, about)
  const { as: readAs, text } = reading
  await recordSearch(person, merchant.code, readAs, text)
  const store = await database()
  const here = where === 'service' ? [] : await findHere(store, merchant.code, { readAs, text, isWhole })
  if (readAs === 'email' && where !== 'here') return withService(text, here, about)
  if (readAs === 'buyerId' && here.length === 0) return { readAs, hits: [opens(text)], say: null }
  return { readAs, hits: here, say: here.length > 0 ? null : `No matches in Counterfoil. ${await wayOn(about)}` }
}

/** The service is asked for so many of a message's e-mails. */
const maxRequested = 2

/** Finds charges and buyers by what a message tells. Of its e-mails the service says whose they are, as for a typed one. */
export async function findClues(clues: readonly Clue[], about: SearchContext): Promise<SearchAnswer> {
  const { person, merchant, where, isWhole } = about
  if (clues.length === 0) return { readAs: 'clues', hits: [], say: nothingRead }
  if (clues.some(({ kind }) => kind !== 'id' && kind !== 'order'))
    await recordSearch(person, merchant.code, 'clues', clues.map(describeClue).join(', '))
  const emails = where === 'here' ? [] : clues.filter(({ kind }) => kind === 'email').flatMap(({ values }) => values)
  const asked = await Promise.all(emails.slice(0, maxRequested).map((email) => ofService(email, about)))
  const buyers = asked.flatMap((answer) => ('buyerId' in answer ? [answer.buyerId] : []))
  const store = await database()
  const hits = await findByClues(store, merchant.code, clues, { buyers, isWhole })
  const failed = asked.flatMap((answer) => ('problem' in answer ? [answer.problem] : []))[0]
  if (hits.length > 0) return { readAs: 'clues', hits, say: failed ? unasked(failed) : null }
  const [id] = clues.filter(({ kind }) => kind === 'id').flatMap(({ values }) => values)
  if (id !== undefined) return { readAs: 'clues', hits: [{ ...opens(id), match: 'clues' }], say: null }
  if (failed) throw new ServiceProblem(failed)
  const advice = 'Leave out what you’re least sure of, or add an e-mail address.'
  return { readAs: 'clues', hits, say: `No match in Counterfoil. ${await knownHere(store, merchant)} ${advice}` }
}

const nothingRead =
  'We found no e-mail, id, amount, date, last four digits or descriptor in this message, so nothing was searched. Enter one of them.'

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
  const buyers = await buyersKnown(store, code)
  if (buyers === 0 && !(await isImporting(store, code)))
    return `Counterfoil has no buyers for ${name} yet. Buyers are added when they’re opened or imported.`
  const counted = `${new Intl.NumberFormat('en').format(buyers)} ${buyers === 1 ? 'buyer is' : 'buyers are'} in Counterfoil`
  const running = (await isImporting(store, code)) ? ' An import is still running, so there will be more.' : ''
  return `${counted}. Only buyers opened or imported are included.${running}`
}

/** Whether a list is being taken in: who is on it may not be found yet. */
async function isImporting(store: Database, merchant: string): Promise<boolean> {
  const row = await store
    .selectFrom('imports')
    .select('id')
    .where('merchant', '=', merchant)
    .where('state', '=', 'importing')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose e-mail it is by the service: nobody's, unknown because this account can't be asked, or unknown because of a problem. */
type OfService = { buyerId: string } | { isNobody: true } | { isOff: true } | { problem: Problem }

/** Asks the service whose e-mail it is, which counts as looking at a buyer. */
async function ofService(email: string, { person, merchant, signal }: SearchContext): Promise<OfService> {
  if (!hasRead(merchant, findBuyerByEmail)) return { isOff: true }
  await recordEmailSearched(person, merchant.code, email)
  try {
    const call = await callFor(findBuyerByEmail, { person, merchant, params: { email }, ...(signal ? { signal } : {}) })
    return { buyerId: (await askFor(call)).answer.data.buyerId }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    if (cause.problem.code === 'read_off') return { isOff: true }
    return cause.problem.kind === 'notFound' ? { isNobody: true } : { problem: cause.problem }
  }
}

const unasked = ({ title }: Problem) => `We couldn’t search the service (${title}). Showing only buyers already in Counterfoil.`

/** The service knows best who has an e-mail today; where it cannot be asked, what is known here still counts, and is said to be that. */
async function withService(email: string, here: SearchHit[], about: SearchContext): Promise<SearchAnswer> {
  const { merchant } = about
  const hitsHere = (say: string | null): SearchAnswer => ({ readAs: 'email', hits: here, say })
  const known = async () => knownHere(await database(), merchant)
  const answer = await ofService(email, about)
  if ('buyerId' in answer) {
    const { buyerId } = answer
    const bare = { buyerId, reason: 'E-mail, exact', match: 'exact' as const, charge: null }
    const [first] = await named(await database(), merchant.code, [bare])
    const hits = [...(first ? [first] : []), ...here.filter((hit) => hit.buyerId !== buyerId)]
    return { readAs: 'email', hits, say: null }
  }
  if ('isOff' in answer) {
    // The account is always searched here alone, so an exact hit is as good as any.
    if (opensAtOnce(hitsHere(null))) return hitsHere(null)
    const cannot = `${merchant.name} can’t search by e-mail.`
    if (here.length > 0) return hitsHere(`${cannot} Showing only buyers already in Counterfoil.`)
    return hitsHere(`${cannot} Enter the buyer id. ${await known()}`)
  }
  if ('isNobody' in answer) {
    if (here.length > 0)
      return hitsHere('The service has no buyer with exactly this e-mail address. Showing only buyers already in Counterfoil.')
    return hitsHere(`No buyer on ${merchant.name} has exactly this e-mail address. ${await known()}`)
  }
  if (here.length === 0) throw new ServiceProblem(answer.problem)
  return hitsHere(unasked(answer.problem))
}
