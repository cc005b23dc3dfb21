import 'server-only'
import * as z from 'zod/mini'
import type { Session } from '@/lib/session'
import { addressOf } from '../address-of'
import { checked, readJson } from '../admission'
import { changeOwnPassword } from '../auth/own-password'
import { endSessions } from '../auth/people'
import type { Person, SignedIn } from '../auth/sessions'
import { sessionsOf } from '../auth/sessions-of'
import { database } from '../database/open'
import { idIn } from './id-in'

type Sessions = { sessions: Session[] }

/** `GET /api/desk/session/left`: how long the session has yet without a request. */
export const sessionLeft = async (_: Request, { idleAt }: SignedIn) => ({
  idleSeconds: Math.max(0, Math.round((idleAt - Date.now()) / 1_000)),
})

/** `GET /api/desk/account/sessions` */
export const ownSessions = async (_: Request, { accountId, sessionId }: Person): Promise<Sessions> => ({
  sessions: await sessionsOf(await database(), accountId, sessionId),
})

/** `DELETE /api/desk/account/sessions/{sessionId}`: ends one of one's own. */
export async function deleteOwnSession(request: Request, person: Person, params: { sessionId: string }): Promise<Sessions> {
  await endSessions(person, person.accountId, { only: idIn(params.sessionId) })
  return ownSessions(request, person)
}

/** `DELETE /api/desk/account/sessions`: ends all of one's own but the one that asks. */
export async function deleteOtherSessions(request: Request, person: Person): Promise<Sessions> {
  await endSessions(person, person.accountId, { but: person.sessionId })
  return ownSessions(request, person)
}

const choice = z.strictObject({
  current: z
    .string('Type your password')
    .check(z.minLength(1, 'Type your password'), z.maxLength(512, 'This is not your password')),
  password: z.string('Type a new password').check(z.maxLength(1_024, 'Give at most 128 characters')),
})

/** `PUT /api/desk/account/password`: changes one's own, also while it is due. */
export async function putPassword(request: Request, person: SignedIn): Promise<{ changed: true }> {
  await changeOwnPassword(person, checked(choice, await readJson(request)), addressOf(request.headers))
  return { changed: true }
}
