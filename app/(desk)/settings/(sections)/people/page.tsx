import type { Metadata } from 'next'
import { NeedsRole } from '@/components/settings/needs-role'
import { PeopleCard } from '@/components/settings/people-card'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { pageValue } from '@/lib/pages/server/page-value'
import { pagePerson } from '@/lib/people/server/page-person'
import { listPersonAccounts } from '@/lib/people/server/person-accounts'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage() {
  const { role } = await pagePerson()
  if (!may(role, 'settings')) return <NeedsRole right="settings" />
  return (
    <>
      <h1 className="sr-only">People</h1>
      <PeopleCard initial={await pageValue(await listPersonAccounts(await database()))} />
    </>
  )
}
