import 'server-only'
import { uuidSegment } from '@/lib/operations/schemas/scalars'
import { env } from '@/lib/platform/env'
import { listOf, resourceTypes, schemas, serviceProviderConfig } from '../documents'
import { filterIn, pageIn } from '../filter'
import { patched } from '../patch'
import { noSuchPerson } from '../scim-error'
import { userIn, userSchema } from '../user'
import { addUser, changeUser, listUsers, removeUser, type StoredUser, userOf } from './scim-people'
import { scimBody, serveScim } from './serve-scim'

const locationOf = (id: string) => `${new URL(env().NEXTAUTH_URL).origin}/api/scim/v2/Users/${id}`

function resourceOf({ id, madeAt, changedAt, ...user }: StoredUser) {
  const meta = { resourceType: 'User', created: madeAt, lastModified: changedAt, location: locationOf(id) }
  return { schemas: [userSchema], id, ...user, meta }
}

/** An id that we can't have given names nobody. */
function idOf(given: string): string {
  const read = uuidSegment.safeParse(given)
  if (!read.success) throw noSuchPerson()
  return read.data
}

/** `GET /api/scim/v2/Users?filter=&startIndex=&count=` */
export const getUsers = serveScim(async (request) => {
  const { searchParams } = new URL(request.url)
  const filter = searchParams.get('filter')
  const page = pageIn({ startIndex: searchParams.get('startIndex'), count: searchParams.get('count') })
  const { matching, users } = await listUsers(filter === null ? null : filterIn(filter), page)
  return { status: 200, body: listOf(users.map(resourceOf), matching, page.startIndex) }
})

/** `POST /api/scim/v2/Users` */
export const postUser = serveScim(async (request) => {
  const user = await addUser(userIn(await scimBody(request), { active: true }))
  return { status: 201, body: resourceOf(user), headers: { location: locationOf(user.id) } }
})

/** `GET /api/scim/v2/Users/{userId}` */
export const getUser = serveScim(async (_, { userId }) => ({ status: 200, body: resourceOf(await userOf(idOf(userId))) }))

/** `PUT /api/scim/v2/Users/{userId}`: all of it anew. Who isn't said to be active stays as they are. */
export const putUser = serveScim(async (request, { userId }) => {
  const body = await scimBody(request)
  return { status: 200, body: resourceOf(await changeUser(idOf(userId), ({ active }) => userIn(body, { active }))) }
})

/** `PATCH /api/scim/v2/Users/{userId}` */
export const patchUser = serveScim(async (request, { userId }) => {
  const body = await scimBody(request)
  const changed = await changeUser(idOf(userId), (before) => userIn(patched({ ...before }, body), before))
  return { status: 200, body: resourceOf(changed) }
})

/** `DELETE /api/scim/v2/Users/{userId}`: lets somebody out. Nobody is erased. */
export const deleteUser = serveScim(async (_, { userId }) => {
  await removeUser(idOf(userId))
  return { status: 204, body: null }
})

/** `GET /api/scim/v2/ServiceProviderConfig` */
export const getConfig = serveScim(async () => ({ status: 200, body: serviceProviderConfig }))

/** `GET /api/scim/v2/Schemas` */
export const getSchemas = serveScim(async () => ({ status: 200, body: listOf(schemas) }))

/** `GET /api/scim/v2/ResourceTypes` */
export const getResourceTypes = serveScim(async () => ({ status: 200, body: listOf(resourceTypes) }))
