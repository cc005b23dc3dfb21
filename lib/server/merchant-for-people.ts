import 'server-only'
import { coloursOf } from '@/lib/account-colour'
import { env } from './env'
import type { Merchant, MerchantForPeople } from './merchants'

/** A merchant account as a browser may know it. */
export function merchantForPeople({ code, name, timeZone }: Merchant): MerchantForPeople {
  const { merchants } = env()
  return { code, name, timeZone, colour: merchants.length > 1 ? (coloursOf(merchants).get(code) ?? null) : null }
}
