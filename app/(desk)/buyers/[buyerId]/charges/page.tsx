import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageRefused } from '@/components/shell/page-refused'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { masked } from '@/lib/core/masking'
import { factsOf } from '@/lib/knowledge/server/facts'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { pagePerson } from '@/lib/people/server/page-person'
import { refusedBuyer } from '@/lib/people/server/refused-buyer'
import { ChargesView } from './charges-view'

export const metadata: Metadata = { title: 'Charge history' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ChargesPage({ params, searchParams }: Props) {
  const person = await pagePerson()
  const merchant = await pageMerchant()
  const id = uuid.safeParse((await params).buyerId)
  if (!id.success) notFound()
  const refused = await refusedBuyer(person, merchant.code, id.data)
  if (refused) return <PageRefused problem={refused} />
  const facts = await factsOf(merchant.code, id.data, 'buyer')
  const known = (field: string) => {
    const value = facts.find((fact) => fact.field === field)?.value
    return typeof value === 'string' ? masked(value) : null
  }
  return (
    <ChargesView
      buyerId={id.data}
      merchant={merchantForPeople(merchant)}
      role={person.role}
      name={await pageValue(known('email'))}
      country={known('country')}
      ticket={firstNonEmpty((await searchParams).ticket)}
    />
  )
}
