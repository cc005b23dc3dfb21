import type { Metadata } from 'next'
import { HooksView } from '@/components/settings/hooks-view'
import { NeedsRole } from '@/components/settings/needs-role'
import { TitleRow } from '@/components/ui/title-row'
import { may } from '@/lib/core/roles'
import { hooksFor } from '@/lib/notices/server/hook-handlers'
import { pageValue } from '@/lib/pages/server/page-value'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Notifications' }

export default async function NotificationsPage() {
  const person = await pagePerson()
  if (!may(person.role, 'settings')) return <NeedsRole right="settings" />
  const initial = await pageValue(await hooksFor(person))
  return (
    <>
      <TitleRow
        title="Notifications"
        beside="Addresses that get what people see in the bell. Your own choice is in Your account."
      />
      <HooksView initial={initial} merchants={merchantsOf(person).map(({ code, name }) => ({ code, name }))} />
    </>
  )
}
