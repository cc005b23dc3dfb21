import 'server-only'
import { coloursOf } from '@/lib/core/merchant-colour'
import { env } from '@/lib/platform/env'
import type { Merchant, MerchantForPeople } from '@/lib/platform/merchants'

/** A merchant account as a browser may know it. */
export function merchantForPeople({ code, name, timeZone }: Merchant): MerchantForPeople {
  const { merchants } = env()
  return { code, name, timeZone, colour: merchants.length > 1 ? (coloursOf(merchants).get(code) ?? null) : null }
}
