import { serveDesk } from '@/lib/server/desk/serve-desk'
import { testAccount } from '@/lib/server/desk/test-account'

export const POST = serveDesk('settings', testAccount)
