import type { Metadata } from 'next'
import { ApprovalRulesCard } from '@/components/settings/approval-rules-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { rules } from '@/lib/commands/server/approval-handlers'
import { commandsOnWire } from '@/lib/commands/server/journal-page'
import { may } from '@/lib/core/roles'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Approval rules' }

export default async function ApprovalRulesPage() {
  const { role } = await pagePerson()
  if (!may(role, 'settings')) return <NeedsRole right="settings" />
  return (
    <>
      <h1 className="sr-only">Approvals</h1>
      <ApprovalRulesCard initial={(await rules()).rules} commands={commandsOnWire()} />
    </>
  )
}
