import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Frame } from '@/components/ui/frame'
import { journalFilter } from '@/lib/journal-filter'
import { merchantsOf } from '@/lib/server/auth/merchant-rights'
import { pagePerson } from '@/lib/server/auth/page-person'
import { commandsOnWire, peopleOfJournal } from '@/lib/server/desk/journal-page'
import { prefetchJournal } from '@/lib/server/desk/prefetch-desk'
import { merchantForPeople } from '@/lib/server/merchant-for-people'
import { pageMerchant } from '@/lib/server/page-merchant'
import { pageValue } from '@/lib/server/page-value'
import { DeskJournal } from './desk-journal'

export const metadata: Metadata = { title: 'Journal' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function JournalPage({ searchParams }: Props) {
  const person = await pagePerson()
  const { code } = await pageMerchant()
  const queryClient = await prefetchJournal(person, journalFilter(await searchParams))
  const desk = { role: person.role, merchant: code, merchants: merchantsOf(person).map(merchantForPeople) }
  return (
    <Frame page>
      <HydrationBoundary state={await pageValue(dehydrate(queryClient))}>
        <DeskJournal desk={desk} commands={commandsOnWire()} people={await peopleOfJournal(person)} />
      </HydrationBoundary>
    </Frame>
  )
}
