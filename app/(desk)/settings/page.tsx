import type { Metadata } from 'next'
import Link from 'next/link'
import { ApprovalRulesCard } from '@/components/settings/approval-rules-card'
import { ImportCard } from '@/components/settings/import-card'
import { MerchantCard } from '@/components/settings/merchant-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { PeopleCard } from '@/components/settings/people-card'
import { ReasonPresetsCard } from '@/components/settings/reason-presets-card'
import { RetentionCard } from '@/components/settings/retention-card'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { rules } from '@/lib/commands/server/approval-handlers'
import { commandsOnWire } from '@/lib/commands/server/journal-page'
import { reasonPresets } from '@/lib/commands/server/reason-presets'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { listImports } from '@/lib/imports/server/store'
import { retention } from '@/lib/knowledge/server/handlers'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { closedTo } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import { listPersonAccounts } from '@/lib/people/server/person-accounts'
import { merchantsHealth } from '@/lib/status/server/merchant-health'
import { LateReplies } from './late-replies'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const person = await pagePerson()
  if (!may(person.role, 'editReplies')) return <NeedsRole right="settings" />
  const isAdmin = may(person.role, 'settings')
  const { code, name } = await pageMerchant()
  const merchant = { code, name }
  return (
    <Frame page className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title="Settings"
        actions={
          isAdmin && (
            <Link href="/settings/status" className={buttonClass()}>
              Status
            </Link>
          )
        }
      />
      {isAdmin && <ServiceCards />}
      <LateReplies merchant={merchant} mayEdit />
      {isAdmin && <DataCards merchant={merchant} closed={closedTo(person)} />}
    </Frame>
  )
}

/** How commands reach the service, and when they wait. */
async function ServiceCards() {
  return (
    <>
      {merchantsHealth().map((merchant) => (
        <MerchantCard key={merchant.code} merchant={merchant} />
      ))}
      <ApprovalRulesCard initial={(await rules()).rules} commands={commandsOnWire()} />
      <ReasonPresetsCard initial={await reasonPresets()} />
    </>
  )
}

/** What is kept of buyers, and who may see it. */
async function DataCards({ merchant, closed }: { merchant: { code: string; name: string }; closed: string[] }) {
  return (
    <>
      <ImportCard initial={await pageValue(await listImports(closed))} merchant={merchant} />
      <RetentionCard initial={await retention()} merchant={merchant} />
      <PeopleCard initial={await pageValue(await listPersonAccounts(await database()))} />
    </>
  )
}
