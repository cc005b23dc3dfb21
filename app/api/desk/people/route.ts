import { listPeople, postPerson } from '@/lib/server/desk/people'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('settings', listPeople)
export const POST = serveDesk('settings', postPerson)
