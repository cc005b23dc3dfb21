import { imports, upload } from '@/lib/imports/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('settings', imports)
export const POST = serveDashboard('settings', upload)
