import 'server-only'
import { cookies } from 'next/headers'
import { merchantsOf } from './auth/merchant-rights'
import { pagePerson } from './auth/page-person'
import type { Merchant } from './merchants'

/** The merchant account a page is drawn for: the cookie of the switch in the bar, by default the first the person may use. */
export async function pageMerchant(): Promise<Merchant> {
  const chosen = (await cookies()).get('merchant')?.value
  const open = merchantsOf(await pagePerson())
  const found = open.find(({ code }) => code === chosen) ?? open[0]
  if (!found) throw new Error('No merchant account is open to this person')
  return found
}
