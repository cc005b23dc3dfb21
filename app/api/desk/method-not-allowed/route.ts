import { methodNotAllowed } from '@/lib/platform/not-served'

export const GET = methodNotAllowed
