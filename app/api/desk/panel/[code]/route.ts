import { makePanelOpening } from '@/lib/panel/server/handlers'

export const POST = makePanelOpening
