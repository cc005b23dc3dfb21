import type { Metadata } from 'next'
import Link from 'next/link'
import { AccountCard } from '@/components/settings/account-card'
import { ApprovalRulesCard } from '@/components/settings/approval-rules-card'
import { ImportCard } from '@/components/settings/import-card'
import { KeepingCard } from '@/components/settings/keeping-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { PeopleCard } from '@/components/settings/people-card'
import { ReasonPresetsCard } from '@/components/settings/reason-presets-card'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { may } from '@/lib/roles'
import { listAccounts } from '@/lib/server/auth/accounts'
import { closedTo } from '@/lib/server/auth/merchant-rights'
import { pagePerson } from '@/lib/server/auth/page-person'
import { database } from '@/lib/server/database/open'
import { accountsHealth } from '@/lib/server/desk/account-health'
import { rules } from '@/lib/server/desk/approvals'
import { commandsOnWire } from '@/lib/server/desk/journal-page'
import { retention } from '@/lib/server/desk/keeping'
import { listImports } from '@/lib/server/imports/store'
import { reasonPresets } from '@/lib/server/journal/reason-presets'
import { pageMerchant } from '@/lib/server/page-merchant'
import { pageValue } from '@/lib/server/page-value'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const person = await pagePerson()
  if (!may(person.role, 'settings')) return <NeedsRole right="settings" />
  const { code, name } = await pageMerchant()
  const merchant = { code, name }
  return (
    <Frame page className="grid gap-6">
      <PageHead
        title="Settings"
        actions={
          <Link href="/settings/status" className={buttonClass()}>
            Status
          </Link>
        }
      />
      {accountsHealth().map((account) => (
        <AccountCard key={account.code} account={account} />
      ))}
      <ApprovalRulesCard initial={(await rules()).rules} commands={commandsOnWire()} />
      <ReasonPresetsCard initial={await reasonPresets()} />
      <ImportCard initial={await pageValue(await listImports(closedTo(person)))} merchant={merchant} />
      <KeepingCard initial={await retention()} merchant={merchant} />
      <PeopleCard initial={await pageValue(await listAccounts(await database()))} />
    </Frame>
  )
}
