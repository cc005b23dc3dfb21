import { exportCharges } from '@/lib/files/server/export-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('read', exportCharges)
