import 'server-only'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { type ServiceProblem as Problem, problem, ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { lockFacts, saveFacts } from '@/lib/knowledge/server/facts'
import { knownEmail } from '@/lib/knowledge/server/signing-buyer'
import type { Operation } from '@/lib/operations/declare/operation'
import { findBuyerByEmail, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { hasAnswered, hasRead, isReadResting } from '@/lib/service/account-state'
import type { CommandCall, CommandRequest } from './command-call'
import { targetOf } from './target'

// How a thing is read at the service before what rests on it is sent.

export type ListRead = typeof listSubscriptions | typeof listTokens

/** Why a buyer couldn't be read. */
export type Unread = Pick<Problem['problem'], 'detail'> & { kind?: string; code?: string | null }

/**
 * What reading a buyer came to: the targets that the service listed, why it couldn't be read, or `off` where the merchant account has no such
 * read. An account that has had it isn't without it while it rests: one refused read turns it off for everybody for a while.
 */
export type ReadOutcome = ReadonlySet<string> | Unread | 'off'

export const resting = {
  detail: 'Reading is off for ten minutes, because the service refused it. Try again then.',
  code: 'read_off',
}

/** Another process holds the database's lock, so what was read isn't among what is known. */
export const notKept: Unread = {
  detail: 'What the service answered couldn’t be kept, because another process is using the database. Try again in a moment.',
  code: 'database_locked',
}

type Reading = {
  person: Person
  merchant: string
  read: ListRead
  buyerId: string
  buyerAddress?: CommandRequest['buyerAddress']
  search?: Record<string, unknown>
}

/** Reads a buyer's subscriptions or tokens for somebody whose act rests on them. */
export async function readBuyer(store: Database, { merchant, read, ...reading }: Reading): Promise<ReadOutcome> {
  const account = merchantByCode(merchant)
  const unread = hasRead(account, read) ? await listed(account, { read, ...reading }) : resting
  if (unread instanceof Set || hasRead(account, read)) return unread
  return (await isMissed(store, account, read)) ? { ...unread, code: resting.code } : 'off'
}

async function listed(merchant: Merchant, { person, read, ...of }: Omit<Reading, 'merchant'>) {
  try {
    const { buyerId, buyerAddress, search = {} } = of
    const call = await callFor(read, { person, merchant, params: { buyerId }, search, fresh: true, buyerAddress })
    const { answer, version } = await askUnmasked(call)
    const targets = new Set(answer.data.flatMap(targetsIn))
    return version === null && targets.size > 0 ? notKept : targets // what is sent is compared with what is kept
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) log.error({ err: cause }, 'look_failed')
    return cause instanceof ServiceProblem ? cause.problem : { detail: 'We couldn’t read it.' }
  }
}

type Listed = { id: unknown; tokens?: readonly { id: unknown }[] }

const targetsIn = ({ id, tokens }: Listed): string[] =>
  tokens ? tokens.map((token) => `token:${token.id}`) : [`subscription:${String(id).toLowerCase()}`]

/** Whether a read rests that the merchant account has had. */
export async function isMissed(store: Database, merchant: Merchant, read: Operation): Promise<boolean> {
  if (!isReadResting(merchant, read)) return false
  if (hasAnswered(merchant, read)) return true
  const fact = await store
    .selectFrom('facts')
    .select('entity')
    .where('merchant', '=', merchant.code)
    .where('source', '=', 'read')
    .where('operation', '=', read.name)
    .limit(1)
    .executeTakeFirst()
  return fact !== undefined
}

const reads = { subscription: listSubscriptions, token: listTokens, buyer: null, email: null, order: null } as const

type About = Pick<CommandCall, 'operation' | 'merchant' | 'params' | 'body' | 'buyerId'> & Pick<CommandRequest, 'buyerAddress'>

/**
 * Reads what a command changes, where the merchant account can: what rests on what was known of it is decided on what it is now, for somebody may
 * have changed it elsewhere. Throws `unavailable` where the service can't be asked, doesn't list it, or what it says can't be kept.
 */
export async function lookFirst(person: Person, about: About): Promise<void> {
  const { operation, merchant, buyerId, buyerAddress } = about
  if (buyerId === null) return
  if (operation.target === 'buyer') return lookForEmail(person, { ...about, buyerId })
  const read = reads[operation.target]
  if (read === null) return
  const store = await database()
  const reading = { person, merchant: merchant.code, read, buyerId, buyerAddress }
  const isListed = async (search: Record<string, unknown>) => {
    const outcome = await readBuyer(store, { ...reading, search })
    if (outcome === 'off') return true
    if ('detail' in outcome) throw notRead(outcome.code)
    return outcome.has(targetOf(about))
  }
  if (await isListed({})) return
  const isOnAnotherPage = operation.target === 'subscription' && (await isListed({ ids: [about.params.subscriptionId] }))
  if (!isOnAnotherPage) throw notRead('not_listed')
}

const whyNotRead: Record<string, string> = {
  read_off: 'Reading is off for ten minutes, because the service refused it, so nothing was sent. Try again then.',
  database_locked: 'What the service answered couldn’t be saved, so nothing was sent. Try again in a moment.',
  not_listed:
    'The service doesn’t list it now, so nothing was sent. Try again in a moment. If it stays like this, change it at the service itself.',
}

const notRead = (code: string | null | undefined) =>
  problem(
    'unavailable',
    whyNotRead[code ?? ''] ?? 'We couldn’t read what it is now, so nothing was sent. Try again in a moment.',
    {
      code: 'not_read',
    },
  )

/** Only a search tells whose an address is. Where it isn't the buyer's any more, theirs isn't known. */
async function lookForEmail(person: Person, { merchant, buyerId, buyerAddress }: About & { buyerId: string }): Promise<void> {
  const email = await knownEmail(merchant.code, buyerId)
  if (email === null) return
  const holder = await holderNow(email, { person, merchant, buyerAddress })
  if (holder === undefined || holder === buyerId) return
  const witness = {
    merchant: merchant.code,
    buyerId,
    source: 'read',
    operation: findBuyerByEmail.name,
    person: person.name,
  } as const
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await lockFacts(tx, witness)
    // By what is known now, not by when: clocks differ and are set. Another address has been learnt meanwhile, and what rests on the look is compared with it.
    if ((await knownEmail(merchant.code, buyerId, tx)) !== email) return
    await saveFacts([{ entity: 'buyer', field: 'email', value: null }], witness, tx)
  })
}

type Asker = { person: Person; merchant: Merchant; buyerAddress?: CommandRequest['buyerAddress']; ask?: typeof askUnmasked }

/**
 * The buyer who has an e-mail address now, or null; undefined where the merchant account can't search. Throws `unavailable` where the service can't
 * be asked.
 */
export async function holderNow(email: string, asker: Asker): Promise<string | null | undefined> {
  try {
    return await holderOf(email, asker)
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    const { merchant } = asker
    if (hasRead(merchant, findBuyerByEmail)) throw notRead(null)
    if (await isMissed(await database(), merchant, findBuyerByEmail)) throw notRead('read_off')
    return undefined
  }
}

/** The buyer who has an e-mail address now, or null. */
export async function holderOf(
  email: string,
  { person, merchant, buyerAddress, ask = askUnmasked }: Asker,
): Promise<string | null> {
  try {
    const { answer } = await ask(
      await callFor(findBuyerByEmail, { person, merchant, params: { email }, fresh: true, buyerAddress }),
    )
    return answer.data.buyerId
  } catch (cause) {
    if (cause instanceof ServiceProblem && isNothingThere(cause)) return null
    throw cause
  }
}

const isNothingThere = ({ problem: { kind, code } }: ServiceProblem) => kind === 'notFound' && code !== 'read_off'
