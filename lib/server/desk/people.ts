import 'server-only'
import * as z from 'zod/mini'
import type { Account } from '@/lib/account'
import { filled } from '@/lib/operations/schemas/scalars'
import { roles } from '@/lib/roles'
import { checked, readJson } from '../admission'
import { listAccounts, normalEmail } from '../auth/accounts'
import { addPerson, changePerson, endSessions, renewPassword } from '../auth/people'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { idIn } from './id-in'

type OfAccount = { accountId: string }
type People = { people: Account[] }

/** `GET /api/desk/people` */
export const listPeople = async (): Promise<People> => ({ people: await listAccounts(await database()) })

const role = z.enum(roles, 'Choose a role')
const added = z.strictObject({
  email: z.pipe(
    z.string('Give an e-mail address').check(z.maxLength(254, 'Give at most 254 characters')),
    z.pipe(z.transform(normalEmail), z.string().check(z.regex(/^[!-?A-~]+@[a-z0-9.-]+$/, 'Give an e-mail address'))),
  ),
  name: filled(80, 'Give a name'),
  role,
})

/** `POST /api/desk/people`: adds a local account. The password in the answer is told this once. */
export async function postPerson(request: Request, admin: Person): Promise<People & { password: string }> {
  const password = await addPerson(admin, checked(added, await readJson(request)))
  return { ...(await listPeople()), password }
}

const change = z.union([z.strictObject({ role }), z.strictObject({ disabled: z.boolean() })], 'Give a role, or whether disabled')

/** `PATCH /api/desk/people/{accountId}` */
export async function patchPerson(request: Request, admin: Person, { accountId }: OfAccount): Promise<People> {
  await changePerson(admin, idIn(accountId), checked(change, await readJson(request)))
  return listPeople()
}

/** `POST /api/desk/people/{accountId}/password`: a new password for one sign-in, told this once. */
export async function postPassword(_: Request, admin: Person, { accountId }: OfAccount): Promise<People & { password: string }> {
  const password = await renewPassword(admin, idIn(accountId))
  return { ...(await listPeople()), password }
}

/** `DELETE /api/desk/people/{accountId}/sessions`: ends all of them. */
export async function deleteSessions(_: Request, admin: Person, { accountId }: OfAccount): Promise<{ ended: number }> {
  return { ended: await endSessions(admin, idIn(accountId)) }
}
