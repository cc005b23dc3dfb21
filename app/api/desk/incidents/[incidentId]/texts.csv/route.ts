import { getTextsFile } from '@/lib/incidents/server/texts'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('exportLists', getTextsFile)
