import 'server-only'
import type { DeskHealth } from '@/lib/desk-health'
import { deskHealth } from '../status/desk-health'

/** `GET /api/desk/status` */
export const status = (): Promise<DeskHealth> => deskHealth()
