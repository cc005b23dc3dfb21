import { request } from '@/lib/client/request'
import type { Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import type { PersonAccount } from '../person-account'

export type People = { people: PersonAccount[] }
/** With a password that is shown once, if one was created. */
export type PeopleAfter = Partial<People> & { password?: string }

const send = (actionId: string, method: string, to: string, body?: object) => request<PeopleAfter>(to, { method, actionId, body })

export const listPeople = (signal: AbortSignal) => request<People>(routes.people(), { signal })

export const addPerson = (actionId: string, given: { email: string; name: string; role: Role }) =>
  send(actionId, 'POST', routes.people(), given)

/** What an admin may do about somebody, each under the id of its intent. */
export const aboutPerson = {
  role: (actionId: string, id: string, role: Role) => send(actionId, 'PATCH', routes.person(id), { role }),
  disable: (actionId: string, id: string) => send(actionId, 'PATCH', routes.person(id), { disabled: true }),
  enable: (actionId: string, id: string) => send(actionId, 'PATCH', routes.person(id), { disabled: false }),
  password: (actionId: string, id: string) => send(actionId, 'POST', routes.personPassword(id)),
  'ask-lift': (actionId: string, id: string) => send(actionId, 'POST', routes.personPasskeys(id), {}),
  lift: (actionId: string, id: string) => send(actionId, 'POST', routes.personPasskeysDecide(id), { lift: true }),
  'decline-lift': (actionId: string, id: string) => send(actionId, 'POST', routes.personPasskeysDecide(id), { lift: false }),
  sessions: (actionId: string, id: string) => send(actionId, 'DELETE', routes.personSessions(id)),
}

export type PersonAct = keyof typeof aboutPerson
