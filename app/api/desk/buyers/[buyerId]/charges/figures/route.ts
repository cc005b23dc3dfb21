import { chargeFigures } from '@/lib/server/desk/charges'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', chargeFigures)
