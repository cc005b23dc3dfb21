import type { Metadata } from 'next'
import { PageRefused } from '@/components/shell/page-refused'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { pageValue } from '@/lib/pages/server/page-value'
import { pricingContext } from '@/lib/prices/server/pricing-context'
import { readLink } from '@/lib/prices/workbench-link'
import { pageAbout, type SearchParams } from '../page-about'
import { PricesView } from './prices-view'

export const metadata: Metadata = { title: 'Prices' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: SearchParams }

export default async function BuyerPricesPage({ params, searchParams }: Props) {
  const { refused, about, person, account } = await pageAbout(params, searchParams)
  if (refused) return <PageRefused problem={refused} />
  const context = await pageValue(await pricingContext(person, account, about.buyerId))
  const link = firstNonEmpty((await searchParams).w)
  const initial = link === null ? null : await readLink(link)
  return <PricesView about={about} context={context} initial={initial} isBroken={link !== null && initial === null} />
}
