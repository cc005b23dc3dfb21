import type { Metadata } from 'next'
import { IncidentView } from '@/components/incidents/incident-view'
import { Frame } from '@/components/ui/frame'
import { commandOffers } from '@/lib/incidents/command'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'
import { env } from '@/lib/platform/env'

export const metadata: Metadata = { title: 'Incident' }

type Props = { params: Promise<{ incidentId: string }> }

export default async function IncidentPage({ params }: Props) {
  const { role } = await pagePerson()
  const { incidentId } = await params
  const { code } = await pageMerchant()
  return (
    <Frame page>
      <IncidentView
        key={`${code} ${incidentId}`}
        merchant={code}
        id={incidentId}
        offers={commandOffers}
        rateMax={env().INCIDENT_RATE_MAX}
        role={role}
      />
    </Frame>
  )
}
