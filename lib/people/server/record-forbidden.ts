import 'server-only'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { append, type Entry, isRepeat } from '@/lib/journal/chain'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { requirePerson } from './person'

/** What else is in the header is no merchant account, and might be anything. */
const knownMerchant = (given: string | null) => env().merchants.find(({ code }) => code === given)?.code ?? ''

/**
 * Writes into the journal that somebody asked for what they may not. A path is without ids of buyers. The same within a minute is
 * one entry. Never rejects: the refusal stands, whether it can be written or not.
 */
export async function recordForbidden(
  request: Request,
  error: unknown,
  what: { operation: string } | { path: string },
): Promise<void> {
  if (!(error instanceof ServiceProblem)) return
  const { kind, code, detail } = error.problem
  if (kind !== 'forbidden' || (code !== null && code !== 'merchant_closed')) return // what else has a code is another matter: a foreign page, a manager to be asked
  try {
    const person = await requirePerson(request)
    if (isRepeat('forbidden', `${person.accountId} ${request.method} ${JSON.stringify(what)}`)) return
    const entry: Entry = {
      kind: 'forbidden',
      actionId: null,
      accountId: person.accountId,
      person: person.name,
      merchant: knownMerchant(request.headers.get('x-merchant')),
      buyerId: null,
      ticket: null,
      operation: 'operation' in what ? what.operation : null,
      detail: { method: request.method, ...what, role: person.role, why: detail },
    }
    const store = await database()
    await beside('forbidden_not_noted', () => store.transaction().execute((tx) => append(tx, entry)))
  } catch (cause) {
    log.error({ err: cause }, 'forbidden_not_noted')
  }
}
