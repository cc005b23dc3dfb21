import 'server-only'
import { database } from '@/lib/database/open'
import { canonical, decrypted } from '@/lib/journal/crypto'
import type { RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import type { DeclaredHeaders } from '@/lib/platform/request'
import type { CommandRequest } from './command-call'
import { contentDigest } from './intent'
import { wholeBody } from './requirements'

type Asked = {
  person: Person
  actionId: string
  merchant: Merchant
  params: Record<string, string>
  body: unknown
  headers: DeclaredHeaders
  quote: string | null
  typedAddress: string | null
}

/**
 * Whether the same person began the same command under its id, though the row of that id says otherwise: its digest has a key, which an
 * operator may have changed, and somebody may have changed the row itself. Who is told then that nothing was sent would send it twice.
 */
export async function wasBegunBefore({ operation, rules }: RuledCommand, asked: Asked): Promise<boolean> {
  const { person, actionId, merchant, params, body } = asked
  const begun = (await database()).selectFrom('actions').select(['digest', 'sealed']).where('action_id', '=', actionId)
  const action = await begun.where('account_id', '=', person.accountId).executeTakeFirst()
  if (!action) return false
  const whole = await wholeBody({ operation, rules, merchant, body }, actionId)
  if ('wrong' in whole) return false
  return (
    action.digest === contentDigest({ operation, merchant, params, body: whole.body, person }) && mayBeWith(asked, action.sealed)
  )
}

/** Whether an action was sent with the same quote, address and headers. Of one that can't be read any more nobody knows. */
function mayBeWith({ quote, typedAddress, headers }: Asked, sealed: string): boolean {
  const kept = decrypted(sealed)
  if (kept === null) return true
  const requested = kept.value as CommandRequest
  const isSameAddress = (typedAddress === null && quote !== null) || typedAddress === (requested.buyerAddress ?? null)
  return isSameAddress && quote === (requested.quote ?? null) && canonical(headers) === canonical(requested.headers ?? {})
}
