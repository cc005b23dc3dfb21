import type { Metadata } from 'next'
import { NewBuyer } from '@/components/actions/new-buyer'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { firstText } from '@/lib/first-text'
import { pagePerson } from '@/lib/server/auth/page-person'
import { merchantForPeople } from '@/lib/server/merchant-for-people'
import { pageMerchant } from '@/lib/server/page-merchant'

export const metadata: Metadata = { title: 'New buyer' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NewBuyerPage({ searchParams }: Props) {
  const { role } = await pagePerson()
  const merchant = merchantForPeople(await pageMerchant())
  const ticket = firstText((await searchParams).ticket)
  return (
    <Frame page>
      <PageHead title="New buyer" description={`On ${merchant.name}, for somebody the service does not know yet.`} />
      <NewBuyer merchant={merchant} role={role} ticket={ticket} />
    </Frame>
  )
}
