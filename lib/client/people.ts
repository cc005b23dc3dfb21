import type { Account } from '@/lib/account'
import type { Role } from '@/lib/roles'
import { fetchJson } from './call'

export type People = { people: Account[] }
/** With a password that is told this once, where one was made. */
export type PeopleAfter = Partial<People> & { password?: string }

const path = '/api/desk/people'
const send = <T>(method: string, to: string, body?: object) =>
  fetchJson<T>(to, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

export const listPeople = (signal: AbortSignal) => fetchJson<People>(path, { signal })

export const addPerson = (given: { email: string; name: string; role: Role }) => send<PeopleAfter>('POST', path, given)

/** What an admin may do about somebody. */
export const aboutPerson = {
  role: (id: string, role: Role) => send<PeopleAfter>('PATCH', `${path}/${id}`, { role }),
  disable: (id: string) => send<PeopleAfter>('PATCH', `${path}/${id}`, { disabled: true }),
  enable: (id: string) => send<PeopleAfter>('PATCH', `${path}/${id}`, { disabled: false }),
  password: (id: string) => send<PeopleAfter>('POST', `${path}/${id}/password`),
  sessions: (id: string) => send<PeopleAfter>('DELETE', `${path}/${id}/sessions`),
}

export type PersonAct = keyof typeof aboutPerson
