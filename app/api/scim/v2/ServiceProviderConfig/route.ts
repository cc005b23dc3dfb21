import { getConfig } from '@/lib/scim/server/handlers'

export const GET = getConfig
