import 'server-only'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { findBuyerByEmail, listSubscriptions, listTokens } from '@/lib/operations/queries'
import type { Person } from '@/lib/people/server/sessions'
import { hasRead } from '@/lib/service/account-state'
import type { CommandCall } from './command-call'

type About = Pick<CommandCall, 'operation' | 'merchant' | 'buyerId'>

const reads = { subscription: listSubscriptions, token: listTokens, buyer: null, email: null, order: null } as const

/**
 * Reads the subscription or token that a command changes, where the merchant account can: what rests on what was known of it is decided on what it is
 * now, for somebody may have changed it elsewhere. Throws where the service can't be asked.
 */
export async function lookFirst(person: Person, { operation, merchant, buyerId }: About): Promise<void> {
  const read = reads[operation.target]
  if (read === null || buyerId === null || !hasRead(merchant, read)) return
  await orNothingSent(async () => askUnmasked(await callFor(read, { person, merchant, params: { buyerId }, fresh: true })))
}

/** The buyer who has an e-mail address now, or null; undefined where the merchant account can't search by it. */
export async function buyerWith(email: string, person: Person, { merchant }: About): Promise<string | null | undefined> {
  if (!hasRead(merchant, findBuyerByEmail)) return undefined
  return orNothingSent(async () => {
    const { answer } = await askUnmasked(await callFor(findBuyerByEmail, { person, merchant, params: { email }, fresh: true }))
    return answer.data.buyerId
  }, null)
}

async function orNothingSent<T, N = never>(look: () => Promise<T>, nothing?: N): Promise<T | N | undefined> {
  try {
    return await look()
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    const { kind, code } = cause.problem
    if (code === 'read_off') return undefined
    if (kind === 'notFound') return nothing
    const detail = 'We couldn’t read what it is now, so nothing was sent. Try again in a moment.'
    throw problem('unavailable', detail, { code: 'not_read' })
  }
}
