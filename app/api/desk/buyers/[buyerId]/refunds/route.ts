import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { refundsOfBuyer } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('read', refundsOfBuyer)
