import { listPeople, postPerson } from '@/lib/people/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('settings', listPeople)
export const POST = serveDashboard('settings', postPerson)
