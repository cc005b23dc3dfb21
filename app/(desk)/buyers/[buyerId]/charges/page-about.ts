import { notFound } from 'next/navigation'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { masked } from '@/lib/core/masking'
import { factsOf } from '@/lib/knowledge/server/facts'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { pagePerson } from '@/lib/people/server/page-person'
import { refusedBuyer } from '@/lib/people/server/refused-buyer'

export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** Whom a page about charges is for and about, or why it's refused. Without a buyer's id there is no page. */
export async function pageAbout(buyerId: string, searchParams: SearchParams) {
  const person = await pagePerson()
  const merchant = await pageMerchant()
  const id = uuid.safeParse(buyerId)
  if (!id.success) notFound()
  const refused = await refusedBuyer(person, merchant.code, id.data)
  if (refused) return { refused }
  const facts = await factsOf(merchant.code, id.data, 'buyer')
  const known = (field: string) => {
    const value = facts.find((fact) => fact.field === field)?.value
    return typeof value === 'string' ? masked(value) : null
  }
  return {
    refused: null,
    about: {
      buyerId: id.data,
      merchant: merchantForPeople(merchant),
      role: person.role,
      name: await pageValue(known('email')),
      country: known('country'),
      ticket: firstNonEmpty((await searchParams).ticket),
    },
  }
}
