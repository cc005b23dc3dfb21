import type { Metadata } from 'next'
import { PriceWorkbench } from '@/components/prices/price-workbench'
import { PageRefused } from '@/components/shell/page-refused'
import { Frame } from '@/components/ui/frame'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { pageBuyer } from '@/lib/pages/server/page-buyer'
import { pageValue } from '@/lib/pages/server/page-value'
import { pricingContext } from '@/lib/prices/server/pricing-context'
import { readLink } from '@/lib/prices/workbench-link'

export const metadata: Metadata = { title: 'Prices' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BuyerPricesPage({ params, searchParams }: Props) {
  const { person, merchant, buyerId, refused } = await pageBuyer(params)
  if (refused) return <PageRefused problem={refused} />
  const context = await pageValue(await pricingContext(person, merchant, buyerId))
  const link = firstNonEmpty((await searchParams).w)
  const initial = link === null ? null : await readLink(link)
  return (
    <Frame page className="pt-3!">
      <PriceWorkbench context={context} initial={initial} isBroken={link !== null && initial === null} />
    </Frame>
  )
}
