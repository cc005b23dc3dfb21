import type { Metadata } from 'next'
import { ApprovalsView } from '@/components/approvals/approvals-view'
import { Frame } from '@/components/ui/frame'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Approvals' }

export default async function ApprovalsPage() {
  const person = await pagePerson()
  return (
    <Frame page>
      <ApprovalsView context={{ role: person.role, merchants: merchantsOf(person).map(merchantForPeople) }} />
    </Frame>
  )
}
