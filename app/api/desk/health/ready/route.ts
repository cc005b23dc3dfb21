import { readiness } from '@/lib/server/desk/readiness'

export const GET = readiness
