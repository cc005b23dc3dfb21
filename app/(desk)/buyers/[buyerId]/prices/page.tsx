import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PriceWorkbench } from '@/components/prices/price-workbench'
import { PageRefused } from '@/components/shell/page-refused'
import { Frame } from '@/components/ui/frame'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { pagePerson } from '@/lib/people/server/page-person'
import { refusedBuyer } from '@/lib/people/server/refused-buyer'
import { pricingContext } from '@/lib/prices/server/pricing-context'
import { readLink } from '@/lib/prices/workbench-link'

export const metadata: Metadata = { title: 'Prices' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BuyerPricesPage({ params, searchParams }: Props) {
  const person = await pagePerson()
  const id = uuid.safeParse((await params).buyerId)
  if (!id.success) notFound()
  const merchant = await pageMerchant()
  const refused = await refusedBuyer(person, merchant.code, id.data)
  if (refused) return <PageRefused problem={refused} />
  const context = await pageValue(await pricingContext(person, merchant, id.data))
  const link = firstNonEmpty((await searchParams).w)
  const initial = link === null ? null : await readLink(link)
  return (
    <Frame page>
      <PriceWorkbench context={context} initial={initial} isBroken={link !== null && initial === null} />
    </Frame>
  )
}
