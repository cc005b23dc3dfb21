import { signInHandler } from '@/lib/server/auth/sign-in-handler'

export const GET = signInHandler
export const POST = signInHandler
