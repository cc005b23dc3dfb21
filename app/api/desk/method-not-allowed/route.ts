import { methodNotAllowed } from '@/lib/platform/method-not-allowed'

export const GET = methodNotAllowed
