import type { Metadata } from 'next'
import { AccountCard } from '@/components/settings/account-card'
import { ApprovalRulesCard } from '@/components/settings/approval-rules-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { PeopleCard } from '@/components/settings/people-card'
import { ReasonPresetsCard } from '@/components/settings/reason-presets-card'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { may } from '@/lib/roles'
import { listAccounts } from '@/lib/server/auth/accounts'
import { pagePerson } from '@/lib/server/auth/page-person'
import { database } from '@/lib/server/database/open'
import { accountsHealth } from '@/lib/server/desk/account-health'
import { rules } from '@/lib/server/desk/approvals'
import { commandsOnWire } from '@/lib/server/desk/journal-page'
import { reasonPresets } from '@/lib/server/journal/reason-presets'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const person = await pagePerson()
  if (!may(person.role, 'settings')) return <NeedsRole right="settings" />
  return (
    <Frame page className="grid gap-6">
      <PageHead title="Settings" />
      {accountsHealth().map((account) => (
        <AccountCard key={account.code} account={account} />
      ))}
      <ApprovalRulesCard initial={(await rules()).rules} commands={commandsOnWire()} />
      <ReasonPresetsCard initial={await reasonPresets()} />
      <PeopleCard people={await listAccounts(await database())} />
    </Frame>
  )
}
