import type { Role } from '@/lib/roles'

/** Who looks at a buyer's refunds, and whose they are. */
export type RefundDesk = {
  merchant: { code: string; name: string }
  buyer: { id: string; email: string | null; country: string | null }
  role: Role
  ticket: string | null
}
