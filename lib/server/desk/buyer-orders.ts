import 'server-only'
import * as z from 'zod/mini'
import type { OrdersPage } from '@/lib/orders-page'
import { checked, merchantFor, searchIn } from '../admission'
import type { Person } from '../auth/sessions'
import { newestFirst } from '../charges/newest-first'
import { idIn } from './id-in'

const search = z.strictObject({ cursor: z.optional(z.string()) })

/** `GET /api/desk/buyers/{buyerId}/orders?cursor=`: a piece of the charge history, newest first, masked. */
export async function buyerOrders(request: Request, person: Person, params: { buyerId: string }): Promise<OrdersPage> {
  const buyerId = idIn(params.buyerId)
  const { cursor } = checked(search, searchIn(request))
  return newestFirst({ person, merchant: merchantFor(request, person), buyerId, left: request.signal }, cursor ?? null)
}
