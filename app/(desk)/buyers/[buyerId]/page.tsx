import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageRefused } from '@/components/shell/page-refused'
import { reasonPresets } from '@/lib/commands/server/reason-presets'
import { verbOffers } from '@/lib/commands/verb-words'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { beside } from '@/lib/database/patience'
import { recordOpened } from '@/lib/knowledge/server/recent-buyers'
import { pageBuyer } from '@/lib/pages/server/page-buyer'
import { pageValue } from '@/lib/pages/server/page-value'
import { prefetchBuyer } from '@/lib/pages/server/prefetch-buyer'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { BuyerView } from './buyer-view'

export const metadata: Metadata = { title: 'Buyer' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BuyerPage({ params, searchParams }: Props) {
  const { person, merchant, buyerId, refused } = await pageBuyer(params)
  if (refused) return <PageRefused problem={refused} />
  const ticket = firstNonEmpty((await searchParams).ticket)
  const { queryClient, reads } = await prefetchBuyer({ person, merchant, buyerId })
  await beside('opened_not_noted', () => recordOpened(person, merchant.code, buyerId, ticket))
  return (
    <HydrationBoundary state={await pageValue(dehydrate(queryClient))}>
      <BuyerView
        buyerId={buyerId}
        merchant={merchantForPeople(merchant)}
        reads={reads}
        role={person.role}
        ticket={ticket}
        reasons={await reasonPresets()}
        verbs={verbOffers}
      />
    </HydrationBoundary>
  )
}
