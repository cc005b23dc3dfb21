import 'server-only'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { type ServiceProblem as Problem, ServiceProblem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import { listSubscriptions, listTokens } from '@/lib/operations/queries'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { log } from '@/lib/platform/log'
import { hasRead, isReadResting } from '@/lib/service/account-state'
import type { IncidentCommand } from '../command'
import { ofTokens } from './commands'

// How rows are read at the service before they're previewed or sent.

type ListRead = typeof listSubscriptions | typeof listTokens

/** Why a buyer couldn't be read. */
export type Unread = Pick<Problem['problem'], 'detail'> & { kind?: string; code?: string | null }

/**
 * What reading a buyer came to: the targets that the service listed, why it couldn't be read, or `off` where the merchant account has no such
 * read. An account that has had it isn't without it while it rests: one refused read turns it off for everybody for a while.
 */
export type ReadOutcome = ReadonlySet<string> | Unread | 'off'

export const readOf = (command: IncidentCommand): ListRead => (ofTokens(command) ? listTokens : listSubscriptions)

/** Reads a buyer for somebody who plans or runs an incident. */
export async function readBuyer(
  store: Database,
  person: Person,
  merchant: string,
  read: ListRead,
  buyerId: string,
): Promise<ReadOutcome> {
  const account = merchantByCode(merchant)
  const unread = hasRead(account, read) ? await ask(person, merchant, read, buyerId) : resting
  if (unread instanceof Set || hasRead(account, read)) return unread
  return (await isMissed(store, merchant, read)) ? { ...unread, code: resting.code } : 'off'
}

/** Whether a read rests that the merchant account has had. */
export async function isMissed(store: Database, merchant: string, read: ListRead): Promise<boolean> {
  if (!isReadResting(merchantByCode(merchant), read)) return false
  const fact = await store
    .selectFrom('facts')
    .select('entity')
    .where('merchant', '=', merchant)
    .where('source', '=', 'read')
    .where('operation', '=', read.name)
    .limit(1)
    .executeTakeFirst()
  return fact !== undefined
}

export const resting = {
  detail: 'Reading is off for ten minutes, because the service refused it. Try again then.',
  code: 'read_off',
}

/** Another process holds the database's lock, so what was read isn't among what is known. */
export const notKept: Unread = {
  detail: 'What the service answered couldn’t be kept, because another process is using the database. Try again in a moment.',
  code: 'database_locked',
}

async function ask(person: Person, merchant: string, read: ListRead, buyerId: string): Promise<ReadonlySet<string> | Unread> {
  try {
    const call = await callFor(read, { person, merchant: merchantByCode(merchant), params: { buyerId }, fresh: true })
    const { answer, version } = await askUnmasked(call)
    const listed = new Set(answer.data.flatMap(targetsIn))
    return version === null && listed.size > 0 ? notKept : listed // what is sent is compared with what is kept
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) log.error({ err: cause }, 'incident_row_not_read')
    return cause instanceof ServiceProblem ? cause.problem : { detail: 'We couldn’t read it.' }
  }
}

type Listed = { id: unknown; tokens?: readonly { id: unknown }[] }

const targetsIn = ({ id, tokens }: Listed): string[] =>
  tokens ? tokens.map((token) => `token:${token.id}`) : [`subscription:${String(id).toLowerCase()}`]
