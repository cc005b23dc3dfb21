import { deletePresets, putPresets } from '@/lib/server/desk/reason-presets'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const PUT = serveDesk('settings', putPresets)
export const DELETE = serveDesk('settings', deletePresets)
