import { readiness } from '@/lib/status/server/readiness'

export const GET = readiness
