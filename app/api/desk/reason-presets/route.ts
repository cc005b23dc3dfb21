import { readPresets } from '@/lib/server/desk/reason-presets'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', readPresets)
