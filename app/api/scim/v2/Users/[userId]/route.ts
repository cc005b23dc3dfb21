import { deleteUser, getUser, patchUser, putUser } from '@/lib/scim/server/handlers'

export const GET = getUser
export const PUT = putUser
export const PATCH = patchUser
export const DELETE = deleteUser
