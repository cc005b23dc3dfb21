import 'server-only'
import { backgroundHeader } from '@/lib/background'
import { problem } from '@/lib/problem'
import { type DeskRight, may, roleFor } from '@/lib/roles'
import { database } from '../database/open'
import { currentRequest } from '../request-context'
import { sessionIdIn } from './session-cookie'
import { type Absence, type Person, personOf } from './sessions'

const whyNot: Record<Absence, string> = {
  none: 'Sign in first.',
  idle: 'You were signed out after 15 minutes without a request.',
  expired: 'A session lasts 10 hours; yours is over.',
  ended: 'This session was ended.',
}

export async function personOrAbsence(requestHeaders: Headers): Promise<Person | Absence> {
  const id = await sessionIdIn(requestHeaders.get('cookie'))
  if (id === null) return 'none'
  return personOf(await database(), id, new Date(), { touch: !requestHeaders.has(backgroundHeader) })
}

/** The person behind a request to a handler. Throws `signedOut`. */
export async function requirePerson(request: Request): Promise<Person> {
  const found = await personOrAbsence(request.headers)
  if (typeof found === 'string') throw problem('signedOut', whyNot[found], { code: found === 'none' ? null : `session_${found}` })
  const context = currentRequest()
  if (context) context.personId = found.accountId
  return found
}

/** Throws `forbidden` where the person's role lacks the right. */
export function requireRight(person: Person, right: DeskRight): void {
  if (!may(person.role, right)) throw problem('forbidden', `This needs the ${roleFor(right)} role.`)
}
