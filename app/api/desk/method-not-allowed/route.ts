import { methodNotAllowed } from '@/lib/server/desk/method-not-allowed'

export const GET = methodNotAllowed
