import 'server-only'
import { backgroundHeader } from '@/lib/core/browser-names'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { type DashboardRight, may, roleFor } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { append, type Entry, isRepeat } from '@/lib/journal/chain'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { currentRequest } from '@/lib/platform/request-context'
import { sessionIdIn } from './session-cookie'
import { type Absence, type Person, personOf, type SignedIn } from './sessions'

const whyNot: Record<Absence, string> = {
  none: 'Sign in first.',
  idle: 'You were signed out after 15 minutes of inactivity.',
  expired: 'Sessions last 10 hours and yours has ended. Sign in again.',
  ended: 'This session was ended. Sign in again.',
}

// Left alone or at the end of its day: in either case signing in again goes on with what was typed.
const codes: Record<Absence, string | null> = {
  none: null,
  idle: 'session_expired',
  expired: 'session_expired',
  ended: 'session_ended',
}

export async function personOrAbsence(requestHeaders: Headers): Promise<SignedIn | Absence> {
  const id = await sessionIdIn(requestHeaders.get('cookie'))
  if (id === null) return 'none'
  const found = await personOf(await database(), id, new Date(), { touch: !requestHeaders.has(backgroundHeader) })
  return typeof found === 'string' || isAdmitted(found) ? found : 'ended'
}

/** Whether the way they came in is still open: local accounts may have been turned off, and the company may have another issuer. */
export function isAdmitted({ issuer }: Pick<SignedIn, 'issuer'>): boolean {
  const { LOCAL_ACCOUNTS, OIDC_ISSUER } = env()
  return issuer === null ? LOCAL_ACCOUNTS === 'on' : issuer === OIDC_ISSUER
}

/** The person behind a request, even one who has to choose a password first. Throws `signedOut`. */
export async function requireSignedIn(request: Request): Promise<SignedIn> {
  const found = await personOrAbsence(request.headers)
  if (typeof found === 'string') throw problem('signedOut', whyNot[found], { code: codes[found] })
  const context = currentRequest()
  if (context) context.personId = found.accountId
  return found
}

/** The person behind a request to a handler. Throws `signedOut`, or `forbidden` while their password is one that somebody else chose. */
export async function requirePerson(request: Request): Promise<SignedIn> {
  const found = await requireSignedIn(request)
  if (!found.passwordDue) return found
  throw problem('forbidden', 'Choose your own password first.', {
    title: 'Password change required',
    code: 'password_change_required',
  })
}

/** Throws `forbidden` where the person's role lacks the right. */
export function requireRight(person: Person, right: DashboardRight): void {
  if (!may(person.role, right)) throw problem('forbidden', `This needs the ${roleFor(right)} role.`)
}

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
