import 'server-only'
import { cookies, headers } from 'next/headers'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import type { Merchant } from '@/lib/platform/merchants'

/**
 * The merchant account a page is drawn for: the one that the link names on arrival, else the cookie of the switch in the bar, by default
 * the first. One that the person may not use counts as not named.
 */
export async function pageMerchant(): Promise<Merchant> {
  const chosen = (await cookies()).get('merchant')?.value
  const named = await namedByLink()
  const open = merchantsOf(await pagePerson())
  const found = open.find(({ code }) => code === named) ?? open.find(({ code }) => code === chosen) ?? open[0]
  if (!found) throw new Error('No merchant account is open to this person')
  return found
}

/** Only where a page is loaded as a whole: what is drawn anew later follows the switch. */
async function namedByLink(): Promise<string | null> {
  const given = await headers()
  if ((given.get('sec-fetch-dest') ?? 'document') !== 'document') return null
  const { searchParams } = new URL(given.get('x-path') ?? '/', 'http://page')
  return firstNonEmpty(searchParams.getAll('merchant'))
}
