import { imports, upload } from '@/lib/server/desk/imports'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('settings', imports)
export const POST = serveDesk('settings', upload)
