import { makeEvidence } from '@/lib/files/server/evidence-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('read', makeEvidence)
