import { getUsers, postUser } from '@/lib/scim/server/handlers'

export const GET = getUsers
export const POST = postUser
