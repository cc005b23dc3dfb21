import type { Metadata } from 'next'
import { EventsView } from '@/components/settings/events-view'
import { NeedsRole } from '@/components/settings/needs-role'
import { TitleRow } from '@/components/ui/title-row'
import { may } from '@/lib/core/roles'
import { countedIn } from '@/lib/events/event-list'
import { eventsOverview } from '@/lib/events/server/overview'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Events' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function EventsPage({ searchParams }: Props) {
  const { role } = await pagePerson()
  if (!may(role, 'seeEvents')) return <NeedsRole right="seeEvents" />
  const { code, name, colour } = await pageMerchant()
  const counted = countedIn(await searchParams)
  return (
    <>
      <TitleRow
        title="Events"
        beside="What the service posts to us. Events aren’t signed, so nothing counts before the service confirms it."
      />
      <EventsView
        key={JSON.stringify(counted)}
        initial={await eventsOverview(code)}
        merchant={{ code, name, colour: colour ?? null }}
        mayChange={may(role, 'settings')}
        counted={counted}
      />
    </>
  )
}
