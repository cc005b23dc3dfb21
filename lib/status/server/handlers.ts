import 'server-only'
import type { DashboardHealth } from '../dashboard-health'
import { dashboardHealth } from './dashboard-health'

/** `GET /api/desk/status` */
export const status = (): Promise<DashboardHealth> => dashboardHealth()
