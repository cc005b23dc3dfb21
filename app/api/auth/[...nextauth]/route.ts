import { signInHandler } from '@/lib/people/server/sign-in-handler'

export const GET = signInHandler
export const POST = signInHandler
