import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageRefused } from '@/components/shell/page-refused'
import { firstText } from '@/lib/first-text'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pagePerson } from '@/lib/server/auth/page-person'
import { prefetchBuyer } from '@/lib/server/desk/prefetch-buyer'
import { reasonPresets } from '@/lib/server/journal/reason-presets'
import { noteOpened } from '@/lib/server/knowledge/recent-buyers'
import { refusedBuyer } from '@/lib/server/limits/refused-buyer'
import { merchantForPeople } from '@/lib/server/merchant-for-people'
import { pageMerchant } from '@/lib/server/page-merchant'
import { pageValue } from '@/lib/server/page-value'
import { BuyerView } from './buyer-view'

export const metadata: Metadata = { title: 'Buyer' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BuyerPage({ params, searchParams }: Props) {
  const person = await pagePerson()
  const merchant = await pageMerchant()
  const id = uuid.safeParse((await params).buyerId)
  if (!id.success) notFound()
  const refused = await refusedBuyer(person, merchant.code, id.data)
  if (refused) return <PageRefused problem={refused} />
  const ticket = firstText((await searchParams).ticket)
  const { queryClient, reads } = await prefetchBuyer({ person, merchant, buyerId: id.data })
  await noteOpened(person, merchant.code, id.data, ticket)
  return (
    <HydrationBoundary state={await pageValue(dehydrate(queryClient))}>
      <BuyerView
        {...{ buyerId: id.data, merchant: merchantForPeople(merchant), reads, role: person.role, ticket }}
        reasons={await reasonPresets()}
      />
    </HydrationBoundary>
  )
}
