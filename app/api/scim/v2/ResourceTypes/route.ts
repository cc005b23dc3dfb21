import { getResourceTypes } from '@/lib/scim/server/handlers'

export const GET = getResourceTypes
