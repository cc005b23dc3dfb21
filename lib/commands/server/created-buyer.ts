import 'server-only'
import type { Transaction } from 'kysely'
import { masked } from '@/lib/core/masking'
import type { Tables } from '@/lib/database/schema'
import { factsOf } from '@/lib/knowledge/server/facts'
import type { Learnt } from '@/lib/operations/declare/command-rules'
import type { Operation } from '@/lib/operations/declare/operation'
import type { Fact } from '@/lib/operations/effects/facts'
import { log } from '@/lib/platform/log'
import { dropConnections } from '@/lib/service/connections'
import { problemOf, ServiceFailure } from '@/lib/service/failure'
import type { Action } from './intent'
import type { Outcome } from './outcome'

/** The ids that a uuid has where it names nothing (RFC 9562, 5.9 and 5.10). */
const nobody = /^(?:0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})$/

/**
 * Whether an answer gives a buyer who was created an id that can't be theirs: that of a buyer who is known with another e-mail, or was known
 * before without any, or nobody's. A service that answers the same request twice with the same buyer gives the id of one who is known with
 * this e-mail.
 */
export async function isAnothersId(
  tx: Transaction<Tables>,
  { merchant, created_at: begunAt }: Pick<Action, 'merchant' | 'created_at'>,
  { buyerId, facts }: Learnt,
): Promise<boolean> {
  if (buyerId === null) return false
  if (nobody.test(buyerId)) return true
  const known = await factsOf(merchant, buyerId, undefined, tx)
  const emailIn = (from: readonly Fact[]) => from.find(({ entity, field }) => entity === 'buyer' && field === 'email')?.value
  const email = emailIn(known) ?? null
  if (email !== null) return plain(email) !== plain(emailIn(facts))
  return known.some(({ observedAt }) => observedAt < begunAt)
}

const plain = (email: unknown) => String(email).trim().toLowerCase()

/** How a command ends whose answer gives such an id: it proves nothing. Something on the way mixes up answers. */
export function unproven({ action_id: actionId, merchant }: Action, operation: Operation): Outcome {
  log.warn({ operation: operation.name, merchant }, 'answer_about_another')
  dropConnections(merchant)
  const detail =
    'The id in the service’s answer can’t be that of a new buyer, so we don’t know whether the buyer was created. Tell an admin.'
  const failure = new ServiceFailure({ proves: 'unknown', code: 'answer_about_another', detail })
  const problem = { ...problemOf(operation, failure).problem, actionId }
  return { state: 'unconfirmed', status: problem.status, body: masked(problem), code: problem.code }
}
