import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { masked } from '@/lib/core/masking'
import { factsOf } from '@/lib/knowledge/server/facts'
import { pageBuyer } from '@/lib/pages/server/page-buyer'
import { pageValue } from '@/lib/pages/server/page-value'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'

export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** Whom a page under a buyer is for and about, or why it's refused. Without a buyer's id there is no page. */
export async function pageAbout(params: Promise<{ buyerId: string }>, searchParams: SearchParams) {
  const { person, merchant, buyerId, refused } = await pageBuyer(params)
  if (refused) return { refused }
  const facts = await factsOf(merchant.code, buyerId, 'buyer')
  const known = (field: string) => {
    const value = facts.find((fact) => fact.field === field)?.value
    return typeof value === 'string' ? masked(value) : null
  }
  return {
    refused: null,
    person,
    account: merchant,
    about: {
      buyerId,
      merchant: merchantForPeople(merchant),
      role: person.role,
      name: await pageValue(known('email')),
      country: known('country'),
      ticket: firstNonEmpty((await searchParams).ticket),
    },
  }
}
