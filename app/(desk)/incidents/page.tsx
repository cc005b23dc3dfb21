import type { Metadata } from 'next'
import { IncidentsView } from '@/components/incidents/incidents-view'
import { Frame } from '@/components/ui/frame'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Incidents' }

export default async function IncidentsPage() {
  const { role } = await pagePerson()
  const { code, name } = await pageMerchant()
  return (
    <Frame page>
      <IncidentsView role={role} merchant={{ code, name }} />
    </Frame>
  )
}
