import { getSchemas } from '@/lib/scim/server/handlers'

export const GET = getSchemas
