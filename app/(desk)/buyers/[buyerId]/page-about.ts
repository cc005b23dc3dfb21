import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { database } from '@/lib/database/open'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { pageBuyer } from '@/lib/pages/server/page-buyer'
import { pageValue } from '@/lib/pages/server/page-value'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'

export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** Whom a page under a buyer is for and about, or why it's refused. Without a buyer's id there is no page. */
export async function pageAbout(params: Promise<{ buyerId: string }>, searchParams: SearchParams) {
  const { person, merchant, buyerId, refused } = await pageBuyer(params)
  if (refused) return { refused }
  const { title, country } = (await whoAre(await database(), merchant.code, [buyerId]))(buyerId)
  return {
    refused: null,
    person,
    account: merchant,
    about: {
      buyerId,
      merchant: merchantForPeople(merchant),
      role: person.role,
      name: await pageValue(title),
      country,
      ticket: firstNonEmpty((await searchParams).ticket),
    },
  }
}
