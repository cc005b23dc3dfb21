import { receiveEvent } from '@/lib/events/server/receive-event'

export const POST = receiveEvent
