import type { Metadata } from 'next'
import { NeedsRole } from '@/components/settings/needs-role'
import { StatusView } from '@/components/status/status-view'
import { TitleRow } from '@/components/ui/title-row'
import { may } from '@/lib/core/roles'
import { pagePerson } from '@/lib/people/server/page-person'
import { dashboardHealth } from '@/lib/status/server/dashboard-health'

export const metadata: Metadata = { title: 'Status' }

export default async function StatusPage() {
  const person = await pagePerson()
  if (!may(person.role, 'settings')) return <NeedsRole right="settings" />
  return (
    <>
      <TitleRow title="Status" beside="Current health. Opening this page sends nothing to the service." />
      <StatusView health={await dashboardHealth(person)} />
    </>
  )
}
