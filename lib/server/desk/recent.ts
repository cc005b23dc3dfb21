import 'server-only'
import type { RecentBuyer } from '@/lib/recent-buyer'
import { merchantFor } from '../admission'
import type { Person } from '../auth/sessions'
import { recentBuyers } from '../knowledge/recent-buyers'

/** `GET /api/desk/recent`: the buyers the person opened last in the merchant account. */
export const recent = async (request: Request, person: Person): Promise<{ buyers: RecentBuyer[] }> => ({
  buyers: await recentBuyers(person, merchantFor(request, person).code),
})
