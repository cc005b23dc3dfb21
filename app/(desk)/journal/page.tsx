import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Frame } from '@/components/ui/frame'
import { journalFilter } from '@/lib/commands/journal-filter'
import { chainEnd, commandsOnWire, peopleOfJournal } from '@/lib/commands/server/journal-page'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { prefetchJournal } from '@/lib/pages/server/prefetch-dashboard'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import { JournalPageView } from './journal-page-view'

export const metadata: Metadata = { title: 'Journal' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function JournalPage({ searchParams }: Props) {
  const person = await pagePerson()
  const { code } = await pageMerchant()
  const queryClient = await prefetchJournal(person, journalFilter(await searchParams))
  const context = { role: person.role, merchant: code, merchants: merchantsOf(person).map(merchantForPeople) }
  return (
    <Frame page tight>
      <HydrationBoundary state={await pageValue(dehydrate(queryClient))}>
        <JournalPageView
          context={context}
          commands={commandsOnWire()}
          people={await peopleOfJournal(person)}
          end={await chainEnd(person)}
        />
      </HydrationBoundary>
    </Frame>
  )
}
