import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { firstText } from '@/lib/first-text'
import { masked } from '@/lib/masking'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pagePerson } from '@/lib/server/auth/page-person'
import { factsOf } from '@/lib/server/knowledge/facts'
import { merchantForPeople } from '@/lib/server/merchants'
import { pageMerchant } from '@/lib/server/page-merchant'
import { ChargesView } from './charges-view'

export const metadata: Metadata = { title: 'Charge history' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ChargesPage({ params, searchParams }: Props) {
  await pagePerson()
  const merchant = await pageMerchant()
  const id = uuid.safeParse((await params).buyerId)
  if (!id.success) notFound()
  const facts = await factsOf(merchant.code, id.data, 'buyer')
  const known = (field: string) => {
    const value = facts.find((fact) => fact.field === field)?.value
    return typeof value === 'string' ? masked(value) : null
  }
  return (
    <ChargesView
      {...{ buyerId: id.data, merchant: merchantForPeople(merchant), name: known('email'), country: known('country') }}
      ticket={firstText((await searchParams).ticket)}
    />
  )
}
