import type { Metadata } from 'next'
import { NewIncident } from '@/components/incidents/new-incident'
import { Frame } from '@/components/ui/frame'
import { commandOffers } from '@/lib/incidents/command'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'
import { env } from '@/lib/platform/env'

export const metadata: Metadata = { title: 'New incident' }

export default async function NewIncidentPage() {
  const { role } = await pagePerson()
  const { code } = await pageMerchant()
  return (
    <Frame page>
      <NewIncident key={code} merchant={code} role={role} offers={commandOffers} rateMax={env().INCIDENT_RATE_MAX} />
    </Frame>
  )
}
