import { receiveMachine } from '@/lib/agents/server/door'

export const POST = receiveMachine
