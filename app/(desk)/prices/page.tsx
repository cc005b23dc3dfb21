import type { Metadata } from 'next'
import { PriceWorkbench } from '@/components/prices/price-workbench'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'
import { pricingContext } from '@/lib/prices/server/pricing-context'
import { readLink } from '@/lib/prices/workbench-link'

export const metadata: Metadata = { title: 'Prices' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PricesPage({ searchParams }: Props) {
  const person = await pagePerson()
  const context = await pricingContext(person, await pageMerchant(), null)
  const link = firstNonEmpty((await searchParams).w)
  const initial = link === null ? null : await readLink(link)
  return (
    <PriceWorkbench
      key={context.merchant.code}
      context={context}
      initial={initial}
      isBroken={link !== null && initial === null}
    />
  )
}
