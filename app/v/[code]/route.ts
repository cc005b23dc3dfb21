import { openView } from '@/lib/lists/server/view-handlers'

export const GET = openView
