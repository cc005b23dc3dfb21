import type { Metadata } from 'next'
import { ImportCard } from '@/components/settings/import-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { RetentionCard } from '@/components/settings/retention-card'
import { TitleRow } from '@/components/ui/title-row'
import { may } from '@/lib/core/roles'
import { listImports } from '@/lib/imports/server/store'
import { retention } from '@/lib/knowledge/server/handlers'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { closedTo } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Data' }

/** What is kept of buyers. */
export default async function DataPage() {
  const person = await pagePerson()
  if (!may(person.role, 'settings')) return <NeedsRole right="settings" />
  const { code, name } = await pageMerchant()
  const merchant = { code, name }
  return (
    <>
      <TitleRow title="Data" />
      <ImportCard key={code} initial={await pageValue(await listImports(closedTo(person)))} merchant={merchant} />
      <RetentionCard initial={await retention()} merchant={merchant} />
    </>
  )
}
