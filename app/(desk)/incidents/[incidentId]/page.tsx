import type { Metadata } from 'next'
import { IncidentView } from '@/components/incidents/incident-view'
import { Frame } from '@/components/ui/frame'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Incident' }

type Props = { params: Promise<{ incidentId: string }> }

export default async function IncidentPage({ params }: Props) {
  await pagePerson()
  const { incidentId } = await params
  const { code } = await pageMerchant()
  return (
    <Frame page>
      <IncidentView key={`${code} ${incidentId}`} merchant={code} id={incidentId} rateMax={20} />
    </Frame>
  )
}
