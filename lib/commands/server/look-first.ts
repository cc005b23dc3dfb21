import 'server-only'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { findBuyerByEmail, listSubscriptions, listTokens } from '@/lib/operations/queries'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { hasRead } from '@/lib/service/account-state'
import type { CommandCall, CommandRequest } from './command-call'

type About = Pick<CommandCall, 'operation' | 'merchant' | 'buyerId'> & Pick<CommandRequest, 'buyerAddress'>

const reads = { subscription: listSubscriptions, token: listTokens, buyer: null, email: null, order: null } as const

/**
 * Reads the subscription or token that a command changes, where the merchant account can: what rests on what was known of it is decided on what it is
 * now, for somebody may have changed it elsewhere. Throws where the service can't be asked.
 */
export async function lookFirst(person: Person, { operation, merchant, buyerId, buyerAddress }: About): Promise<void> {
  const read = reads[operation.target]
  if (read === null || buyerId === null || !hasRead(merchant, read)) return
  await orNothingSent(async () =>
    askUnmasked(await callFor(read, { person, merchant, params: { buyerId }, fresh: true, buyerAddress })),
  )
}

/** What a look shows; undefined where the merchant account has no such read or the service knows nothing there. Throws `unavailable` where it can't be asked. */
export async function orNothingSent<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    if (isNothingThere(cause) || cause.problem.code === 'read_off') return undefined
    const detail = 'We couldn’t read what it is now, so nothing was sent. Try again in a moment.'
    throw problem('unavailable', detail, { code: 'not_read' })
  }
}

const isNothingThere = ({ problem: { kind, code } }: ServiceProblem) => kind === 'notFound' && code !== 'read_off'

type Asker = { person: Person; merchant: Merchant; buyerAddress?: CommandRequest['buyerAddress']; ask?: typeof askUnmasked }

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
