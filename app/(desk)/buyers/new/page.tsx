import type { Metadata } from 'next'
import { NewBuyer } from '@/components/actions/new-buyer'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'New buyer' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NewBuyerPage({ searchParams }: Props) {
  const { role } = await pagePerson()
  const merchant = merchantForPeople(await pageMerchant())
  const ticket = firstNonEmpty((await searchParams).ticket)
  return (
    <Frame page>
      <PageHead title="New buyer" description={`For somebody who isn’t on ${merchant.name} yet.`} />
      <NewBuyer merchant={merchant} role={role} ticket={ticket} />
    </Frame>
  )
}
