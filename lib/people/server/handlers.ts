import 'server-only'
import * as z from 'zod/mini'
import { roles } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { filled } from '@/lib/operations/schemas/scalars'
import { addressOf } from '@/lib/platform/address-of'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson } from '@/lib/platform/request'
import type { PersonAccount } from '../person-account'
import type { Session } from '../session'
import { answerOnce, askedIn } from './answer-once'
import { answerSigned, type Signable } from './answer-signed'
import { changeOwnPassword } from './own-password'
import { addPerson, changePerson, endSessions, renewPassword } from './people'
import { listPersonAccounts, normalEmail } from './person-accounts'
import type { Person, SignedIn } from './sessions'
import { sessionsOf } from './sessions-of'

type OfPerson = { accountId: string }
type People = { people: PersonAccount[] }
type WithPassword = People & { password: string }

/** `GET /api/desk/people` */
export const listPeople = async (): Promise<People> => ({ people: await listPersonAccounts(await database()) })

const role = z.enum(roles, 'Choose a role')
const added = z.strictObject({
  email: z.pipe(
    z.string('Enter an e-mail address').check(z.maxLength(254, 'Use 254 characters or fewer')),
    z.pipe(z.transform(normalEmail), z.string().check(z.regex(/^[!-?A-~]+@[a-z0-9.-]+$/, 'Enter an e-mail address'))),
  ),
  name: filled(80, 'Enter a name'),
  role,
})

const withPassword = async (password: string): Promise<WithPassword> => ({ ...(await listPeople()), password })

/** `POST /api/desk/people`: adds a local account. The answer shows the password to the person who asked, once. */
export async function postPerson(request: Request, admin: Person): Promise<WithPassword | Response> {
  const given = checked(added, await readJson(request))
  const asked = askedIn(request, admin, { what: 'postPerson', content: given })
  const { email, ...shows } = given
  return answerSigned<string, WithPassword>(
    asked,
    admin,
    {
      act: 'role-change',
      shows: { adds: email, ...shows },
      entry: { kind: 'person', did: 'added', role: given.role },
      facts: async () => ({ values: null }),
    },
    (claim) => addPerson(admin, given, claim),
    withPassword,
  )
}

const change = z.union(
  [z.strictObject({ role }), z.strictObject({ disabled: z.boolean() })],
  'Send a role, or whether the account is disabled',
)

/**
 * What lets somebody do more, or lets another in as them, is signed by the admin as a change of a role; to disable an account is a brake and
 * needs no signature.
 */
const ofAccount = (accountId: string, shows: object, entry: object): Signable => ({
  act: 'role-change',
  shows: { account: accountId, ...shows },
  entry: { kind: 'person', id: accountId, ...entry },
  facts: async (store) => ({
    values: await store
      .selectFrom('accounts')
      .select(['email', 'role', 'disabled_at', 'issuer', 'password_due_at'])
      .where('id', '=', accountId)
      .executeTakeFirst(),
  }),
})

/** `PATCH /api/desk/people/{accountId}` */
export async function patchPerson(request: Request, admin: Person, params: OfPerson): Promise<People | Response> {
  const accountId = idIn(params.accountId)
  const given = checked(change, await readJson(request))
  const asked = askedIn(request, admin, { what: 'patchPerson', content: { accountId, given } })
  const isMore = 'role' in given || !given.disabled
  const changed = 'role' in given ? { did: 'role', role: given.role } : { did: 'enabled' }
  const work = (claim: Claim) => changePerson(admin, accountId, given, claim)
  return answerSigned(asked, admin, isMore ? ofAccount(accountId, given, changed) : null, work, listPeople)
}

/** `POST /api/desk/people/{accountId}/password`: a new password for one sign-in, shown once. */
export async function postPassword(request: Request, admin: Person, params: OfPerson): Promise<WithPassword | Response> {
  const accountId = idIn(params.accountId)
  const asked = askedIn(request, admin, { what: 'postPassword', content: { accountId } })
  return answerSigned<string, WithPassword>(
    asked,
    admin,
    ofAccount(accountId, { renews: 'password' }, { did: 'password renewed' }),
    (claim) => renewPassword(admin, accountId, claim),
    withPassword,
  )
}

/** `DELETE /api/desk/people/{accountId}/sessions`: ends all of them. */
export async function deleteSessions(request: Request, admin: Person, params: OfPerson): Promise<{ ended: number } | Response> {
  const accountId = idIn(params.accountId)
  const asked = askedIn(request, admin, { what: 'deleteSessions', content: { accountId } })
  return answerOnce<number, { ended: number }>(
    asked,
    (claim) => endSessions(admin, accountId, {}, claim),
    (ended) => ({ ended }),
  )
}

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
export async function deleteOwnSession(
  request: Request,
  person: Person,
  params: { sessionId: string },
): Promise<Sessions | Response> {
  return ended(request, person, { only: idIn(params.sessionId) })
}

/** `DELETE /api/desk/account/sessions`: ends all of one's own but the one that asks. */
export async function deleteOtherSessions(request: Request, person: Person): Promise<Sessions | Response> {
  return ended(request, person, { but: person.sessionId })
}

function ended(request: Request, person: Person, which: { only?: string; but?: string }): Promise<Sessions | Response> {
  return answerOnce(
    askedIn(request, person, { what: 'endOwnSessions', content: { only: which.only ?? null } }), // whichever session asks
    (claim) => endSessions(person, person.accountId, which, claim),
    () => ownSessions(request, person),
  )
}

const choice = z.strictObject({
  current: z
    .string('Enter your password')
    .check(z.minLength(1, 'Enter your password'), z.maxLength(512, 'That isn’t your current password')),
  password: z.string('Enter a new password').check(z.maxLength(1_024, 'Use 128 characters or fewer')),
})

/** `PUT /api/desk/account/password`: changes one's own, also while it is due. */
export async function putPassword(request: Request, person: SignedIn): Promise<{ changed: true }> {
  await changeOwnPassword(person, checked(choice, await readJson(request)), addressOf(request.headers))
  return { changed: true }
}
