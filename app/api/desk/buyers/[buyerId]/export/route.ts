import { exportCharges } from '@/lib/server/desk/export-charges'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('read', exportCharges)
