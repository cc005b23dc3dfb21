import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ListsOverview } from '@/components/lists/lists-overview'
import { Frame } from '@/components/ui/frame'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { prefetchList } from '@/lib/pages/server/prefetch-dashboard'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Lists' }

export default async function ListsPage() {
  const person = await pagePerson()
  const merchant = await pageMerchant()
  return (
    <Frame page>
      <HydrationBoundary state={await pageValue(dehydrate(await prefetchList(person, merchant, null, {})))}>
        <ListsOverview merchant={{ code: merchant.code, name: merchant.name }} />
      </HydrationBoundary>
    </Frame>
  )
}
