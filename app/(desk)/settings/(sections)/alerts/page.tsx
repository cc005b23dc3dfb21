import type { Metadata } from 'next'
import { AlertRulesCard } from '@/components/settings/alert-rules-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { OpenAlertsCard } from '@/components/settings/open-alerts-card'
import { TitleRow } from '@/components/ui/title-row'
import { alertRules, alertsFor } from '@/lib/alerts/server/handlers'
import { may } from '@/lib/core/roles'
import { countedOf } from '@/lib/knowledge/server/counted-rows'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Alerts' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AlertsPage({ searchParams }: Props) {
  const person = await pagePerson()
  if (!may(person.role, 'alertRules')) return <NeedsRole right="alertRules" />
  const { code, name } = await pageMerchant()
  return (
    <>
      <TitleRow title="Alerts" beside={`What to look at in ${name}, and the rules that say so.`} />
      <OpenAlertsCard
        key={`open ${code}`}
        initial={await alertsFor(person, code)}
        merchant={code}
        counted={await countedOf(await searchParams)}
      />
      <AlertRulesCard key={`rules ${code}`} initial={await alertRules(code)} merchant={code} />
    </>
  )
}
