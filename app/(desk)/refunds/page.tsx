import type { Metadata } from 'next'
import { RefundsView } from '@/components/refunds/refunds-view'
import { Frame } from '@/components/ui/frame'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Refunds' }

export default async function RefundsPage() {
  const person = await pagePerson()
  return (
    <Frame page tight>
      <RefundsView role={person.role} merchants={merchantsOf(person).map(merchantForPeople)} />
    </Frame>
  )
}
