import type { Metadata } from 'next'
import { RefundsView } from '@/components/refunds/refunds-view'
import { Frame } from '@/components/ui/frame'
import { pagePerson } from '@/lib/server/auth/page-person'
import { env } from '@/lib/server/env'
import { merchantForPeople } from '@/lib/server/merchant-for-people'

export const metadata: Metadata = { title: 'Refunds' }

export default async function RefundsPage() {
  const { role } = await pagePerson()
  return (
    <Frame page>
      <RefundsView role={role} merchants={env().merchants.map(merchantForPeople)} />
    </Frame>
  )
}
