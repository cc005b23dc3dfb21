import { getReport } from '@/lib/pages/server/report-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('report', getReport)
