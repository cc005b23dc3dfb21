import type { Metadata } from 'next'
import { NewOrder } from '@/components/actions/new-order'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { firstText } from '@/lib/first-text'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pagePerson } from '@/lib/server/auth/page-person'
import { pageMerchant } from '@/lib/server/page-merchant'
import { pageValue } from '@/lib/server/page-value'
import { newOrderDesk } from '@/lib/server/prices/new-order-desk'

export const metadata: Metadata = { title: 'New order' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NewOrderPage({ searchParams }: Props) {
  const person = await pagePerson()
  const given = await searchParams
  const buyerId = uuid.safeParse(firstText(given.buyer))
  const made = await newOrderDesk(person, await pageMerchant(), {
    buyerId: buyerId.success ? buyerId.data : null,
    quoteId: firstText(given.quote),
  })
  const desk = await pageValue(made)
  const of = desk.quote === null ? '' : ` Filled in from the quote “${desk.quote.words}”.`
  return (
    <Frame page>
      <PageHead title="New order" description={`On ${desk.merchant.name}: a link to a page where the buyer pays.${of}`} />
      <NewOrder desk={desk} ticket={firstText(given.ticket)} />
    </Frame>
  )
}
