import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PriceWorkbench } from '@/components/prices/price-workbench'
import { PageRefused } from '@/components/shell/page-refused'
import { Frame } from '@/components/ui/frame'
import { firstText } from '@/lib/first-text'
import { uuid } from '@/lib/operations/schemas/scalars'
import { readLink } from '@/lib/prices/workbench-link'
import { pagePerson } from '@/lib/server/auth/page-person'
import { refusedBuyer } from '@/lib/server/limits/refused-buyer'
import { pageMerchant } from '@/lib/server/page-merchant'
import { pageValue } from '@/lib/server/page-value'
import { priceDesk } from '@/lib/server/prices/price-desk'

export const metadata: Metadata = { title: 'Prices' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BuyerPricesPage({ params, searchParams }: Props) {
  const person = await pagePerson()
  const id = uuid.safeParse((await params).buyerId)
  if (!id.success) notFound()
  const merchant = await pageMerchant()
  const refused = await refusedBuyer(person, merchant.code, id.data)
  if (refused) return <PageRefused problem={refused} />
  const desk = await pageValue(await priceDesk(person, merchant, id.data))
  const link = firstText((await searchParams).w)
  const initial = link === null ? null : await readLink(link)
  return (
    <Frame page>
      <PriceWorkbench desk={desk} initial={initial} isBroken={link !== null && initial === null} />
    </Frame>
  )
}
