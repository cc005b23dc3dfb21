import 'server-only'
import { ServiceProblem } from '@/lib/problem'
import { database } from '../database/open'
import { append } from '../journal/chain'
import { isRepeat } from '../journal/repeats'
import { log } from '../log'
import { requirePerson } from './person'

/**
 * Writes into the journal that somebody asked for what they may not. A path is without ids of buyers. The same within a minute is
 * one entry. Never rejects: the refusal stands, whether it can be written or not.
 */
export async function noteForbidden(
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
    const store = await database()
    await store.transaction().execute((tx) =>
      append(tx, {
        ...{ kind: 'forbidden', actionId: null, accountId: person.accountId, person: person.name },
        ...{ merchant: request.headers.get('x-merchant') ?? '', buyerId: null, ticket: null },
        operation: 'operation' in what ? what.operation : null,
        detail: { method: request.method, ...what, role: person.role, why: detail },
      }),
    )
  } catch (cause) {
    log.error({ err: cause }, 'forbidden_not_noted')
  }
}
