import 'server-only'
import { cookies } from 'next/headers'
import { env } from './env'
import type { Merchant } from './merchants'

/** The merchant account a page is drawn for: the cookie of the switch in the bar, by default the first. */
export async function pageMerchant(): Promise<Merchant> {
  const chosen = (await cookies()).get('merchant')?.value
  const { merchants } = env()
  const [first] = merchants
  const found = merchants.find(({ code }) => code === chosen) ?? first
  if (!found) throw new Error('The environment names no merchant account')
  return found
}
