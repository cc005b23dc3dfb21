import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageRefused } from '@/components/shell/page-refused'
import { firstText } from '@/lib/first-text'
import { masked } from '@/lib/masking'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pagePerson } from '@/lib/server/auth/page-person'
import { factsOf } from '@/lib/server/knowledge/facts'
import { refusedBuyer } from '@/lib/server/limits/refused-buyer'
import { merchantForPeople } from '@/lib/server/merchant-for-people'
import { pageMerchant } from '@/lib/server/page-merchant'
import { pageValue } from '@/lib/server/page-value'
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
      {...{
        buyerId: id.data,
        merchant: merchantForPeople(merchant),
        role: person.role,
        name: await pageValue(known('email')),
        country: known('country'),
      }}
      ticket={firstText((await searchParams).ticket)}
    />
  )
}
