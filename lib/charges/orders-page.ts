import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'

/**
 * A piece of a buyer's charge history, newest first whatever order the service lists in.
 * `total` is null where the service does not tell it; `next` is the cursor of the next older piece, null at the end.
 */
export type OrdersPage = { orders: OrderOrUnreadable[]; total: number | null; next: string | null }
