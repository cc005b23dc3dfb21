import { makeEvidence } from '@/lib/server/desk/evidence'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('read', makeEvidence)
