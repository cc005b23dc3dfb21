import 'server-only'
import { problem, ServiceProblem } from '@/lib/problem'
import { type DeskRight, roleFor } from '@/lib/roles'
import { database } from '../database/open'
import { append } from '../journal/chain'
import { log } from '../log'
import type { Person } from './sessions'

/** Somebody asked for what their role does not allow. */
export class Denied extends ServiceProblem {
  constructor(
    readonly person: Person,
    readonly right: DeskRight,
  ) {
    super(problem('forbidden', `This needs the ${roleFor(right)} role.`).problem)
  }
}

/** Writes down that somebody was denied what they asked for. Never rejects: they are told no in either case. */
export async function noteDenied(error: unknown, request: Request, operation: string | null = null): Promise<void> {
  if (!(error instanceof Denied)) return
  const { accountId, name: person, role } = error.person
  // Of an operation the name says it all; a path of its own may hold an e-mail.
  const path = operation === null ? new URL(request.url).pathname.slice(0, 200) : undefined
  const entry = {
    ...{ kind: 'denied' as const, operation, actionId: null, accountId, person, merchant: '', buyerId: null, ticket: null },
    detail: { right: error.right, role, method: request.method, ...(path === undefined ? {} : { path }) },
  }
  try {
    await (await database()).transaction().execute((tx) => append(tx, entry))
  } catch (cause) {
    log.error({ err: cause, accountId, right: error.right }, 'denial_not_noted')
  }
}
