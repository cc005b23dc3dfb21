import { readPanelFacts } from '@/lib/panel/server/handlers'

export const POST = readPanelFacts
