import type { Metadata } from 'next'
import { RefundsView } from '@/components/refunds/refunds-view'
import { Frame } from '@/components/ui/frame'
import { merchantsOf } from '@/lib/server/auth/merchant-rights'
import { pagePerson } from '@/lib/server/auth/page-person'
import { merchantForPeople } from '@/lib/server/merchant-for-people'

export const metadata: Metadata = { title: 'Refunds' }

export default async function RefundsPage() {
  const person = await pagePerson()
  return (
    <Frame page>
      <RefundsView role={person.role} merchants={merchantsOf(person).map(merchantForPeople)} />
    </Frame>
  )
}
