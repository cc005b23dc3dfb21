import { openPanel, openSignedPanel } from '@/lib/panel/server/handlers'

export const GET = openPanel
export const POST = openSignedPanel
