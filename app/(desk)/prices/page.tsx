import type { Metadata } from 'next'
import { PriceWorkbench } from '@/components/prices/price-workbench'
import { Frame } from '@/components/ui/frame'
import { firstText } from '@/lib/first-text'
import { readLink } from '@/lib/prices/workbench-link'
import { pagePerson } from '@/lib/server/auth/page-person'
import { pageMerchant } from '@/lib/server/page-merchant'
import { priceDesk } from '@/lib/server/prices/price-desk'

export const metadata: Metadata = { title: 'Prices' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PricesPage({ searchParams }: Props) {
  const person = await pagePerson()
  const desk = await priceDesk(person, await pageMerchant(), null)
  const initial = await readLink(firstText((await searchParams).w) ?? '')
  return (
    <Frame page>
      <PriceWorkbench desk={desk} initial={initial} />
    </Frame>
  )
}
