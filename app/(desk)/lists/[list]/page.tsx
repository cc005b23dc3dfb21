import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ListView } from '@/components/lists/list-view'
import { Frame } from '@/components/ui/frame'
import { countedIn } from '@/lib/core/counted'
import { isListName, listFilterIn, lists, unknownIn } from '@/lib/lists/lists'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { prefetchList } from '@/lib/pages/server/prefetch-dashboard'
import { pagePerson } from '@/lib/people/server/page-person'

type Props = {
  params: Promise<{ list: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { list } = await params
  return { title: isListName(list) ? lists[list].label : 'Lists' }
}

export default async function ListPage({ params, searchParams }: Props) {
  const { list } = await params
  if (!isListName(list)) notFound()
  const person = await pagePerson()
  const merchant = await pageMerchant()
  const given = await searchParams
  const filter = listFilterIn(given)
  // A filter that the list doesn't have is refused by its handler, and the page says so.
  const known = unknownIn(list, filter).length === 0 ? list : null
  return (
    <Frame page>
      <HydrationBoundary
        state={await pageValue(dehydrate(await prefetchList(person, merchant, known, filter, countedIn(given))))}
      >
        <ListView name={list} role={person.role} merchant={{ code: merchant.code, name: merchant.name }} />
      </HydrationBoundary>
    </Frame>
  )
}
