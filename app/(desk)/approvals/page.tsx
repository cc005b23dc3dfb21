import type { Metadata } from 'next'
import { Frame } from '@/components/ui/frame'
import { countedOf } from '@/lib/knowledge/server/counted-rows'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import { ApprovalsTabs } from './approvals-tabs'

export const metadata: Metadata = { title: 'Approvals' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ApprovalsPage({ searchParams }: Props) {
  const person = await pagePerson()
  const { code, name } = await pageMerchant()
  return (
    <Frame page tight>
      <ApprovalsTabs
        context={{ role: person.role, merchants: merchantsOf(person).map(merchantForPeople) }}
        merchant={{ code, name }}
        counted={await countedOf(await searchParams)}
      />
    </Frame>
  )
}
