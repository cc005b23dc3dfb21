import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageRefused } from '@/components/shell/page-refused'
import { reasonPresets } from '@/lib/commands/server/reason-presets'
import { verbOffers } from '@/lib/commands/verb-words'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { beside } from '@/lib/database/patience'
import { forgetOpened, recordOpened } from '@/lib/knowledge/server/recent-buyers'
import { pageBuyer } from '@/lib/pages/server/page-buyer'
import { pageValue } from '@/lib/pages/server/page-value'
import { prefetchBuyer } from '@/lib/pages/server/prefetch-buyer'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { BuyerView } from './buyer-view'

export const metadata: Metadata = { title: 'Buyer' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BuyerPage({ params, searchParams }: Props) {
  const { person, merchant, buyerId, refused } = await pageBuyer(params)
  if (refused) return <PageRefused problem={refused} />
  const ticket = firstNonEmpty((await searchParams).ticket)
  const { queryClient, reads, unknown } = await prefetchBuyer({ person, merchant, buyerId })
  await beside('opened_not_noted', () =>
    unknown ? forgetOpened(person, merchant.code, buyerId) : recordOpened(person, merchant.code, buyerId, ticket),
  )
  const others = merchantsOf(person).filter(({ code }) => code !== merchant.code)
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
        others={others.map(merchantForPeople)}
        unknown={unknown && { traceId: unknown.problem.traceId }}
      />
    </HydrationBoundary>
  )
}
