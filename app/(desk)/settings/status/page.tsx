import type { Metadata } from 'next'
import Link from 'next/link'
import { NeedsRole } from '@/components/settings/needs-role'
import { StatusView } from '@/components/status/status-view'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { may } from '@/lib/core/roles'
import { pagePerson } from '@/lib/people/server/page-person'
import { dashboardHealth } from '@/lib/status/server/dashboard-health'

export const metadata: Metadata = { title: 'Status' }

export default async function StatusPage() {
  const person = await pagePerson()
  if (!may(person.role, 'settings')) return <NeedsRole right="settings" />
  return (
    <Frame page className="grid gap-6">
      <PageHead
        title="Status"
        description="Current health. Opening this page sends nothing to the service."
        actions={
          <Link href="/settings" className={buttonClass()}>
            Settings
          </Link>
        }
      />
      <StatusView health={await dashboardHealth()} />
    </Frame>
  )
}
