import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { DayNumbers } from '@/components/home/day-numbers'
import { ListsCard } from '@/components/lists/lists-card'
import { Find } from '@/components/search/find'
import { GoTo } from '@/components/search/go-to'
import { RecentBuyers } from '@/components/search/recent-buyers'
import { StatementPanel } from '@/components/search/statement-panel'
import { Frame } from '@/components/ui/frame'
import { cn } from '@/lib/core/cn'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { countedOf } from '@/lib/knowledge/server/counted-rows'
import { recentBuyers } from '@/lib/knowledge/server/recent-buyers'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { prefetchList, prefetchNumbers } from '@/lib/pages/server/prefetch-dashboard'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import { contextFor } from '@/lib/search/server/find'
import { linkedSearch } from '@/lib/search/server/linked-search'
import { MorningSkeleton, MorningView } from './morning'
import { WaitingForYou } from './waiting-for-you'

export const metadata: Metadata = { title: 'Find' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function FindPage({ searchParams }: Props) {
  const person = await pagePerson()
  const merchant = await pageMerchant()
  const given = await searchParams
  const ticket = firstNonEmpty(given.ticket)
  const linked = await linkedSearch(
    firstNonEmpty(given.q),
    { ticket, merchant: firstNonEmpty(given.merchant) },
    { person, merchant },
  )
  if (linked?.opens) redirect(linked.opens)
  const shown = merchantForPeople(merchant)
  const { descriptors = [] } = await contextFor(merchant)
  const context = { role: person.role, merchants: merchantsOf(person).map(merchantForPeople) }
  const waiting = { context, counted: await countedOf(given) }
  const hasMorning = person.role === 'manager' || person.role === 'finance'
  return (
    <Frame page className={cn('grid items-start gap-6', !hasMorning && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]')}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <h1 className="sr-only">Find a buyer</h1>
        <div>
          <Find merchant={shown} descriptors={descriptors} ticket={ticket} initial={await pageValue(linked?.initial ?? null)} />
          <StatementPanel merchant={shown} ticket={ticket} />
        </div>
        {hasMorning ? (
          <Suspense fallback={<MorningSkeleton />}>
            <MorningView person={person} merchant={merchant} {...waiting} />
          </Suspense>
        ) : (
          <HydrationBoundary state={await pageValue(dehydrate(await prefetchNumbers(person, merchant)))}>
            <section aria-labelledby="today" className="grid gap-1.5">
              <h2 id="today" className="font-semibold text-title">
                Today
              </h2>
              <DayNumbers merchant={merchant.code} />
            </section>
            <WaitingForYou {...waiting} />
          </HydrationBoundary>
        )}
      </div>
      <aside
        aria-label="Shortcuts"
        className={cn('grid grid-cols-[minmax(0,1fr)] gap-4', hasMorning && 'items-start lg:grid-cols-3')}
      >
        <HydrationBoundary state={await pageValue(dehydrate(await prefetchList(person, merchant, null, {})))}>
          <ListsCard merchant={merchant.code} />
        </HydrationBoundary>
        <RecentBuyers buyers={await pageValue(await recentBuyers(person, merchant.code))} />
        <GoTo role={person.role} />
      </aside>
    </Frame>
  )
}
